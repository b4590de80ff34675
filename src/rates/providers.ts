/** How far a corridor is from the beaten track. */
export type Corridor = "major" | "mixed" | "minor"

/** Who exchanges money, and what it keeps of the mid-market rate, in hundredths of a percent. */
export type Provider = {
  id: string
  name: string
  hasLogo: boolean
  margins: Record<Corridor, number>
  /** On top, where the recipient's country uses another currency than the one that arrives. */
  abroad: number
}

/** The service's own gateway. */
export const house = "countersign"

/** Seven that serve every pair. All but the house are invented and illustrative; docs/guides/rates.md says how to put real ones in. */
export const providers: readonly Provider[] = [
  { id: house, name: "Countersign", hasLogo: true, margins: { major: 35, mixed: 60, minor: 95 }, abroad: 10 },
  { id: "harborline", name: "Harborline", hasLogo: true, margins: { major: 42, mixed: 71, minor: 90 }, abroad: 15 },
  { id: "palomar", name: "Palomar Remit", hasLogo: true, margins: { major: 88, mixed: 96, minor: 118 }, abroad: 0 },
  { id: "tidewire", name: "Tidewire", hasLogo: true, margins: { major: 31, mixed: 84, minor: 140 }, abroad: 25 },
  { id: "first-meridian", name: "First Meridian Bank", hasLogo: false, margins: { major: 240, mixed: 310, minor: 395 }, abroad: 60 },
  { id: "old-quay", name: "Old Quay Exchange", hasLogo: false, margins: { major: 175, mixed: 220, minor: 260 }, abroad: 30 },
  { id: "quillpay", name: "Quillpay", hasLogo: false, margins: { major: 64, mixed: 128, minor: 185 }, abroad: 20 },
]

/** What is traded all day, everywhere. */
const majors = new Set(["AUD", "CAD", "CHF", "EUR", "GBP", "JPY", "NZD", "USD"])

export function corridorOf(source: string, target: string): Corridor {
  const known = [source, target].filter(currency => majors.has(currency)).length
  return (["minor", "mixed", "major"] as const)[known]!
}
