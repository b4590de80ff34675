import type { BankCalendar } from "../../kit/pure/banking-days.ts"
import type { ProfileName } from "../../parties/own-accounts/values.ts"
import type { Direction, FileFormat } from "./values.ts"

/** How a bank wants its files. Each own account names one. */
type Shared = {
  format: "pain.001" | "nacha"
  currency: string
  calendar: BankCalendar
  /** Until when, by the clocks of this zone, the bank takes a file that day. */
  cutOff: { hour: number; zone: string }
  /** How many banking days after the day of the file its payments are executed at the earliest. */
  leadDays: number
}
export type SepaProfile = Shared & {
  format: "pain.001"
  /** What stands for the recipient's bank when its BIC is not known: nothing, because the IBAN names the bank, or NOTPROVIDED. */
  unknownAgent: "left-out" | "NOTPROVIDED"
  /** Whether the statement shows the sum of the file, or each payment. */
  isBookedAtOnce: boolean
}
export type NachaProfile = Shared & {
  format: "nacha"
  /** Who sends the file, as its header says: the bank by its routing number, or the company by its id. */
  origin: "routing" | "company"
}
export type Profile = SepaProfile | NachaProfile

const sepa: SepaProfile = {
  format: "pain.001",
  currency: "EUR",
  calendar: "target",
  cutOff: { hour: 14, zone: "Europe/Berlin" },
  leadDays: 0,
  unknownAgent: "left-out",
  isBookedAtOnce: true,
}
const nacha: NachaProfile = {
  format: "nacha",
  currency: "USD",
  calendar: "fed",
  cutOff: { hour: 16, zone: "America/New_York" },
  leadDays: 1,
  origin: "routing",
}

export const profiles: Record<ProfileName, Profile> = {
  sepa,
  "sepa-agent-notprovided": { ...sepa, unknownAgent: "NOTPROVIDED" },
  "sepa-single-booking": { ...sepa, isBookedAtOnce: false },
  nacha,
  "nacha-company-origin": { ...nacha, origin: "company" },
}

/** The format of a file by this profile. SEPA has a message for each direction, NACHA one file for both. */
export const formatOf = ({ format }: Profile, direction: Direction): FileFormat =>
  format === "pain.001" && direction === "debits" ? "pain.008" : format

/** Banks collect one banking day after they got the file at the earliest, and keep SEPA debits for two weeks at most. */
export const forDebits = (profile: Profile) => ({ ...profile, leadDays: 1, maxDaysAhead: profile.format === "nacha" ? 90 : 14 })
