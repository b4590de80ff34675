import { z } from "zod"
import { UtcTimestamp } from "../../kit/pure/fields.ts"
import { AuditEntry } from "../../platform/audit/schema.ts"
import { Contact } from "../../parties/contacts/schema.ts"

export const ContactExport = z
  .object({
    exportedAt: UtcTimestamp,
    contact: Contact,
    records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).meta({
      description: "Every stored row about the contact, by what it is: payment intents, mails, mandates, sessions of the portal and others",
    }),
    auditEntries: z.array(AuditEntry).meta({ description: "What happened to the contact, and what the contact did, newest first" }),
    isComplete: z.boolean().meta({ description: "false where more than 10,000 records of a kind are stored: then those are left out" }),
  })
  .meta({ id: "ContactExport" })
