import { erasedDomain } from "../../kit/pure/redact.ts"
import { mailProblem } from "./errors.ts"
import { declarationOf, type MailKind } from "./schema.ts"
import type { MailStatus } from "./values.ts"

/** Leaves only the host of each link in a text or in HTML, so that a reader still knows where it leads. The logo's address stays. */
export const maskLinks = (text: string) => text.replace(/(?<!src=")(https?:\/\/)(?:[^\s"'<>/?#]*@)?([^\s"'<>/?#]*)[^\s"'<>]*/gi, "$1$2/***")

/** A worker that died while it was sending leaves `sending` behind: then the mail is sent again, with the same Message-ID. */
export const isUnsent = (status: MailStatus) => status === "queued" || status === "sending"

export const isToStaff = (kind: MailKind) => declarationOf(kind).to === "staff"

type Delivery = { hasSmtp: boolean; sendsForSandboxes: boolean; mode: "sandbox" | "live"; kind: MailKind }

/** A sandbox is for tests, and its addresses may belong to anybody, so its mails to payers and partners are only stored. */
export const isOnlyKept = ({ hasSmtp, sendsForSandboxes, mode, kind }: Delivery) =>
  !hasSmtp || (mode === "sandbox" && !sendsForSandboxes && !isToStaff(kind))

/** Whether the SMTP server will never accept this mail. A wrong password for that server is not such a refusal. */
export const isRefusal = (error: object): boolean =>
  "code" in error &&
  (error.code === "EENVELOPE" || error.code === "EMESSAGE") &&
  "responseCode" in error &&
  Number(error.responseCode) >= 500

export function assertCanBounce(status: MailStatus) {
  if (status !== "sent" && status !== "bounced") throw mailProblem("MLS-2001", { status })
}

/** The address in `Name <address>`, or the address itself. */
export const addressOf = (sender: string) => /<([^>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim()

/** The same for every attempt, so that mail programs show a mail once, even if it was sent again after a crash. */
export const messageIdOf = (id: string, sender: string) => `<${id}@${addressOf(sender).split("@")[1] ?? "countersign"}>`

/** Whether the contact was erased, so that there is nobody to write to. */
export const isUndeliverable = (recipient: string) => recipient.endsWith(erasedDomain)
