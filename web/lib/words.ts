/** The words for values of the API: paid-partial is "Partially paid". */
const words: Record<string, string> = {
  "paid-full": "Paid",
  "paid-partial": "Partially paid",
  "pending-approval": "Waiting for approval",
  "needs-response": "Response needed",
  "under-review": "Under review",
  "auto-approve": "Automatic",
  "any-of": "Any one",
  "all-of": "Everybody",
  sequential: "In order",
  "round-robin": "In turn",
  "ad-hoc": "One payment",
  "payment-plan": "Payment plan",
  "auto-charge": "Charged automatically",
  request: "Invoiced each cycle",
  "payment-split": "Split",
  "refund-intent": "Refund",
  "journal-close": "Reopening of a month",
  succeeded: "Settled",
  self: "Your business",
  sepa: "SEPA",
  "sepa-agent-notprovided": "SEPA, NOTPROVIDED without a BIC",
  "sepa-single-booking": "SEPA, each payment booked alone",
  nacha: "NACHA",
  "pain.001": "SEPA credit transfers",
  "pain.002": "Status report (pain.002)",
  "bank-file": "Bank file",
  "camt.053": "camt.053",
  "camt.054": "camt.054",
  mt940: "MT940",
  existing: "Existed already",
  differs: "Differs",
  checking: "Dry run",
  "payment-intents": "Open payment intents",
  authorizations: "Mandates",
  kept: "Not sent",
  "not-yet": "Not begun",
  "used-up": "Used up",
  "sold-out": "Sold out",
  made: "Created",
  partly: "Partly executed",
  ofx: "OFX",
  csv: "CSV",
  "nacha-company-origin": "NACHA, sent by company id",
  ach: "ACH",
  bacs: "Bacs",
  becs: "BECS",
  spei: "SPEI",
  "mercado-pago": "Mercado Pago",
  "api-pix": "Pix by your bank",
}

/** `refund-intent` → "Refund", `bankAccount` → "Bank account". */
export function say(code: string): string {
  const known = words[code]
  if (known) return known
  const spaced = code.replaceAll("-", " ").replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const regions = new Intl.DisplayNames(["en"], { type: "region", fallback: "code" })

/** `DE` → "Germany". */
export const countryName = (code: string) => regions.of(code) ?? code

/** `DE` → 🇩🇪. Where the system has no flags, its letters are shown. */
export const countryFlag = (code: string) =>
  code.replace(/[A-Z]/g, letter => String.fromCodePoint(0x1f1e6 + letter.codePointAt(0)! - "A".codePointAt(0)!))

const currencyNames = new Intl.DisplayNames(["en"], { type: "currency", fallback: "code" })

/** `JPY` → "Japanese Yen". */
export const currencyName = (code: string) => currencyNames.of(code) ?? code

/** `JPY` → "¥"; the code where there is no symbol. */
export const currencySymbol = (code: string) =>
  new Intl.NumberFormat("en", { style: "currency", currency: code, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? code

/** "You" begins a sentence; within one it is "you". */
export const withinSentence = (name: string) => (name === "You" ? "you" : name)
