import { money } from "../lib/money.ts"

type Fields = Record<string, unknown> | null
/** An entry of the audit log. */
export type Entry = {
  _id: string
  at: string
  actor: { user: string; type: string }
  origin: { channel: string; operation: string; client: string | null; requestId: string }
  action: string
  object: { type: string; id: string }
  before: Fields
  after: Fields
}

/** What an entry says after the name of whoever did it, and whether money is what it is about. */
export type Telling = { text: string; tone?: "good" | "bad" | "warn" | "info"; isMoney: boolean }

/** How a resource says what happened to its objects, where that is more than "created it" and "changed it from … to …". */
export type Story = {
  /** What whoever created it did: "requested €50.00". */
  tellCreate?(entry: Entry): Telling
  /** Told also in the story of what it is part of. */
  isCreateTold?: true
  /** Its statuses are about money. */
  isMoney?: boolean
  /** What whoever gave it a status did: `{ paid: "paid it out" }`. */
  statuses?: Readonly<Record<string, string | ((entry: Entry) => string)>>
}

export const amountIn = (fields: Record<string, unknown>): string =>
  typeof fields["amount"] === "number" && typeof fields["currency"] === "string" ? money(fields["amount"], fields["currency"]) : ""

/** On the payment page it is the payer who acts. */
export const isByPayer = ({ origin }: Entry) => origin.channel === "page"

export const failureIn = (fields: Record<string, unknown>) => fields["failure"] as { code?: string; message?: string } | null | undefined
