import { z } from "zod"
import { Id, UtcTimestamp } from "../../kit/pure/fields.ts"
import { by } from "../../kit/pure/filters.ts"

const Chain = z.object({
  entries: z.int().meta({ description: "How many entries the chain had" }),
  hash: z.string().meta({ description: 'The hash of its last link; "countersign" for a chain without entries' }),
})

const History = z.object({
  id: z.string().meta({ description: "Another one begins when a backup is restored" }),
  restoredFrom: UtcTimestamp.nullable().meta({ description: "The time of the backup that it began with" }),
})

/** What the signature covers, in this order of fields. */
const signed = {
  tenant: Id,
  number: z.int().meta({ description: "1 for the first one, without gaps" }),
  at: UtcTimestamp.meta({ description: "By the real clock, in sandboxes, too" }),
  ledger: Chain,
  audit: Chain,
  history: History,
  previous: z.string().nullable().meta({ description: "The hash of the checkpoint before it" }),
  keyId: z.string().meta({ description: "The id of the key that signed it" }),
}
export type SignedFields = { [K in keyof typeof signed]: z.output<(typeof signed)[K]> }

const SignedCheckpoint = z.object({ ...signed, signature: z.string().meta({ description: "Ed25519, base64url" }) })
export type SignedCheckpoint = z.output<typeof SignedCheckpoint>

export const Checkpoint = SignedCheckpoint.extend({ _id: Id, createdAt: UtcTimestamp }).meta({ id: "Checkpoint" })
export type Checkpoint = z.output<typeof Checkpoint>

export const CheckpointStatus = z
  .object({
    last: Checkpoint.nullable().meta({ description: "null: nothing was signed yet" }),
    waiting: z.object({ ledger: z.int(), audit: z.int() }).meta({ description: "Entries that no checkpoint covers yet" }),
    waitingSince: UtcTimestamp.nullable().meta({ description: "When the oldest of them was recorded, by the tenant's clock" }),
    isLate: z.boolean().meta({ description: "Entries wait although the last checkpoint is more than two hours old: look at the worker" }),
  })
  .meta({ id: "CheckpointStatus" })
export type CheckpointStatus = z.output<typeof CheckpointStatus>

export const checkpointFilters = {
  _id: by.text("id"),
  number: by.integer("number"),
  keyId: by.text("key_id"),
  createdAt: by.time("at", true),
  tag: by.tag,
}

export const CheckpointSettings = z
  .object({
    public: z.boolean().meta({ description: "Whether anybody may read the checkpoints: hashes and counts, nothing else" }),
    url: z.string().meta({ description: "Where they are, once they are public" }),
    keysUrl: z.string().meta({ description: "Where the public keys are, always" }),
    verifierUrl: z.string().meta({ description: "The program that checks an export by them" }),
  })
  .meta({ id: "CheckpointSettings" })
export type CheckpointSettings = z.output<typeof CheckpointSettings>

export const NewCheckpointSettings = z.object({ public: z.boolean() })
