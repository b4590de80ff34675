import type { Payer } from "./gateway.ts"

/** The number of a person or of a company in Brazil. Undefined where the payer has none. A CNPJ may contain letters. */
export function taxIdOf({ taxId, country }: Payer): { type: "CPF" | "CNPJ"; number: string } | undefined {
  const number = (taxId ?? "").replace(/[\s./-]/g, "").toUpperCase()
  if (country !== null && !/^br/i.test(country)) return undefined
  if (/^\d{11}$/.test(number)) return { type: "CPF", number }
  return /^[0-9A-Z]{12}\d{2}$/.test(number) ? { type: "CNPJ", number } : undefined
}
