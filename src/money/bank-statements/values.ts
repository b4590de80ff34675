/** `camt` is camt.053 and camt.054; OFX is versions 1 and 2. */
export const statementFormats = ["camt", "mt940", "ofx", "csv"] as const
export type StatementFormat = (typeof statementFormats)[number]
