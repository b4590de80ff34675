/** A corridor is major, mixed or minor when both, one or none of its two currencies are majors. */
type Corridor = "major" | "mixed" | "minor"

/** A provider of currency exchange. Margins are deducted from the mid-market rate, in hundredths of a percent. */
export type Provider = {
  id: string
  name: string
  hasLogo: boolean
  margins: Record<Corridor, number>
  /** Added when the target country does not use the target currency. */
  foreignMargin: number
  /** The provider is invented. Everyone who sees its quotes must be told so. */
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

/** All providers serve every pair. docs/guides/rates.md says how to add real ones. */
export const providers: readonly Provider[] = [own, ...invented.map(provider => ({ ...provider, illustrative: true }))]

/** The most traded currencies. */
const majors = new Set(["AUD", "CAD", "CHF", "EUR", "GBP", "JPY", "NZD", "USD"])

export function corridorOf(source: string, target: string): Corridor {
  const count = [source, target].filter(currency => majors.has(currency)).length
  return (["minor", "mixed", "major"] as const)[count]!
}
