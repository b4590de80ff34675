import type { PostalAddress } from "../../kit/pure/postal-address.ts"
import { type Element, element } from "./xml.ts"

/** Its texts have only the characters and the lengths of the scheme. */
export type Party = { name: string; iban: string; bic: string | null; address: PostalAddress | null }

export const agent = (name: string, bic: string): Element =>
  element(name, element("FinInstnId", bic === "NOTPROVIDED" ? element("Othr", element("Id", bic)) : element("BICFI", bic)))

/** Structured: the scheme refuses free lines since November 2026. */
export function address(place: PostalAddress | null): Element | undefined {
  if (place === null) return undefined
  const { street, building, postCode, town, country } = place
  const optional = (name: string, value: string | undefined) => (value === undefined ? undefined : element(name, value))
  return element(
    "PstlAdr",
    optional("StrtNm", street),
    optional("BldgNb", building),
    optional("PstCd", postCode),
    element("TwnNm", town),
    element("Ctry", country),
  )
}
