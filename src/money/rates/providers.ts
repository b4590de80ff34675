/** By how many of its two currencies are majors: both, one or none. */
type Corridor = "major" | "mixed" | "minor"

/** A provider of currency exchange. Margins are deducted from the mid-market rate, in hundredths of a percent. */
export type Provider = {
  id: string
  name: string
  hasLogo: boolean
  margins: Record<Corridor, number>
  /** Added where the target currency is not that of the target country. */
  foreignMargin: number
  /** Invented: whoever sees its quotes is told so. */
  illustrative?: boolean
}

export const ownProviderId = "countersign"

const own: Provider = {
  id: ownProviderId,
  name: "Countersign",
  hasLogo: true,
  margins: { major: 35, mixed: 60, minor: 95 },
  foreignMargin: 10,
}

const invented: readonly Provider[] = [
  { id: "harborline", name: "Harborline", hasLogo: true, margins: { major: 42, mixed: 71, minor: 90 }, foreignMargin: 15 },
  { id: "palomar", name: "Palomar Remit", hasLogo: true, margins: { major: 88, mixed: 96, minor: 118 }, foreignMargin: 0 },
  { id: "tidewire", name: "Tidewire", hasLogo: true, margins: { major: 31, mixed: 84, minor: 140 }, foreignMargin: 25 },
  { id: "first-meridian", name: "First Meridian Bank", hasLogo: false, margins: { major: 240, mixed: 310, minor: 395 }, foreignMargin: 60 },
  { id: "old-quay", name: "Old Quay Exchange", hasLogo: false, margins: { major: 175, mixed: 220, minor: 260 }, foreignMargin: 30 },
  { id: "quillpay", name: "Quillpay", hasLogo: false, margins: { major: 64, mixed: 128, minor: 185 }, foreignMargin: 20 },
]

/** All serve every pair. docs/guides/rates.md says how to add real ones. */
export const providers: readonly Provider[] = [own, ...invented.map(provider => ({ ...provider, illustrative: true }))]

/** The most traded currencies. */
const majors = new Set(["AUD", "CAD", "CHF", "EUR", "GBP", "JPY", "NZD", "USD"])

export function corridorOf(source: string, target: string): Corridor {
  const count = [source, target].filter(currency => majors.has(currency)).length
  return (["minor", "mixed", "major"] as const)[count]!
}
