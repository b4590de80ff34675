import { z } from "zod"
import { Id, UtcTimestamp } from "../../kit/pure/fields.ts"
import { by } from "../../kit/pure/filters.ts"
import { kindNames, type NoticeKind } from "./values.ts"

const kind = z.enum(kindNames as [NoticeKind, ...NoticeKind[]])

/** Notices are for one person and are kept for 90 days. */
export const retentionDays = 90

export const Notice = z
  .object({
    _id: Id,
    kind,
    title: z.string().meta({ example: "A payout of R$ 1,200.00 failed" }),
    type: z.string().meta({ description: "The path of the object's API after /v1/", example: "payouts" }),
    object: Id.meta({ description: "The object that it is about" }),
    path: z.string().meta({ description: "The page of the object in the dashboard", example: "/payouts/65f2a1c09b7d4e0012345678" }),
    read: z.boolean(),
    readAt: UtcTimestamp.nullable(),
    createdAt: UtcTimestamp,
  })
  .meta({ id: "Notice" })
export type Notice = z.output<typeof Notice>

export const noticeFilters = {
  _id: by.text("id"),
  kind: by.oneOf("kind", kindNames),
  read: by.boolean("(read_at is not null)"),
  createdAt: by.time("created_at", true),
}

export const MarkedRead = z.object({ read: z.int().meta({ description: "How many were unread" }) })

const mail = z.boolean().meta({ description: "It comes as a mail" })
const page = z.boolean().meta({ description: "It appears under the bell of the dashboard" })

const Choice = z.object({ kind, mail, page })
export type Choice = z.output<typeof Choice>

/** Only the kinds that the person can get. */
export const Choices = z.object({ choices: z.array(Choice) }).meta({ id: "NoticeChoices" })
export type Choices = z.output<typeof Choices>

const hasEachOnce = (choices: readonly { kind: string }[]) => new Set(choices.map(each => each.kind)).size === choices.length

export const ChoicesChange = z
  .object({
    choices: z
      .array(z.object({ kind, mail: mail.optional(), page: page.optional() }))
      .min(1, "must have a kind")
      .max(kindNames.length, `must have at most ${kindNames.length} kinds`)
      .refine(hasEachOnce, "must have each kind once"),
  })
  .meta({ example: { choices: [{ kind: "payout-failed", mail: false }] } })
