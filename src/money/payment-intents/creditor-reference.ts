// ISO 11649: RF, two check digits, then up to 21 letters and digits. Ours are a code of the tenant and the digits of the intent's number.

/** The letters A to Z count 10 to 35, and the number that this makes is divided by 97. */
function remainder(text: string): number {
  let rest = 0
  for (const letter of text) {
    const value = parseInt(letter, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

const withCheckDigits = (body: string) => `RF${String(98 - remainder(`${body}RF00`)).padStart(2, "0")}${body}`

export const isCreditorReference = (text: string) =>
  /^RF\d\d[A-Z0-9]{1,21}$/.test(text) && remainder(text.slice(4) + text.slice(0, 4)) === 1

/** Four letters or digits that tell tenants of one service apart, so that the reference of another one is never taken for ours. */
function tenantCode(tenant: string): string {
  let hash = 0x811c9dc5
  for (const letter of tenant) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return (hash % 36 ** 4).toString(36).toUpperCase().padStart(4, "0")
}

/** PI-000123 is RF45 K3F9 0001 23, the same each time, so that nothing has to be stored. */
export const creditorReferenceOf = (tenant: string, number: string): string =>
  withCheckDigits(tenantCode(tenant) + number.replace(/\D/g, ""))

/** In groups of four, as people read it and type it. */
export const groupedReference = (reference: string) => reference.replaceAll(/(.{4})(?=.)/g, "$1 ")

/** The number of the intent that a text refers to; undefined where it is no reference, or one of somebody else. Blanks do not matter. */
export function numberOfReference(tenant: string, text: string): string | undefined {
  const reference = text.replaceAll(/[\s.-]/g, "").toUpperCase()
  if (!isCreditorReference(reference) || reference.slice(4, 8) !== tenantCode(tenant)) return undefined
  const digits = reference.slice(8)
  return /^\d{6,}$/.test(digits) ? `PI-${digits}` : undefined
}

/** References inside of a text, which banks and people may have divided by blanks. */
export function numbersOfReferencesIn(tenant: string, text: string): string[] {
  const found = [...text.toUpperCase().matchAll(/(?<![A-Z0-9])RF[\s]?\d\s?\d(?:\s?[A-Z0-9]){8,21}/g)].slice(0, 10).flatMap(([match]) => {
    const letters = match.replaceAll(/\s/g, "")
    // Words that follow it may have been taken with it, so shorter ones are tried too.
    const lengths = Array.from({ length: letters.length - 11 }, (_, i) => letters.length - i)
    return lengths.map(length => numberOfReference(tenant, letters.slice(0, length))).find(Boolean) ?? []
  })
  return [...new Set(found)]
}
