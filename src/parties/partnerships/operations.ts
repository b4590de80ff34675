import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { emailChangedMail } from "../../platform/mails/email-changed.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { resolveTeam } from "../../platform/tenants/store.ts"
import { holdOf } from "../contacts/rules.ts"
import type { AssertMayReclassify } from "./ports.ts"
import { recipientTypeOf } from "./rules.ts"
import { NewPartnership, Partnership, PartnershipChange, partnershipFilters } from "./schema.ts"
import {
  findByCode,
  insertPartnership,
  isOtherEmail,
  listPartnerships,
  type PartnershipRow,
  readPartnership,
  readPartnershipForUpdate,
  renderPartnership,
  savePartnership,
} from "./store.ts"

export const partnershipOperations = (assertMayReclassify: AssertMayReclassify) => [
  operation({
    route: "POST /v1/partnerships/create",
    creates: true,
    tool: "partnership_create",
    toolNote: "Pays nothing; its terms apply to payment intents created later.",
    noun: "partnership",
    summary: "Create a partnership: an agent, institution or supplier that gets a share of payments by its split terms",
    needs: "partnerships.edit",
    effect: "draft",
    input: NewPartnership,
    output: Partnership,
    async run(ctx, { email = null, country = null, currency = null, team, splitTerms = null, locale = null, ...rest }) {
      await assertCodeUnused(ctx, rest.code)
      const team_id = team ? await resolveTeam(ctx, team) : null
      return insertPartnership(ctx, { ...rest, email, country, currency, team_id, split_terms: splitTerms, locale })
    },
  }),

  listing({
    route: "GET /v1/partnerships",
    tool: "partnership_list",
    noun: "partnership",
    plural: "partnerships",
    summary: "List partnerships, newest first",
    needs: "partnerships.view",
    filters: partnershipFilters,
    toolFilters: ["kind"],
    item: Partnership,
    run: listPartnerships,
  }),

  operation({
    route: "GET /v1/partnerships/{id}",
    tool: "partnership_get",
    noun: "partnership",
    summary: "One partnership, by id, code, name or the beginning of its name",
    needs: "partnerships.view",
    effect: "read",
    refuses: ["SMR-1002"],
    input: noInput,
    output: Partnership,
    subject: readPartnership,
    run: (_ctx, _input, partnership) => renderPartnership(partnership),
  }),

  operation({
    route: "POST /v1/partnerships/{id}/update",
    noun: "partnership",
    summary: "Change a partnership; new split terms apply to later sales only",
    needs: "partnerships.edit",
    effect: "change",
    input: PartnershipChange,
    output: Partnership,
    subject: readPartnershipForUpdate,
    async run(ctx, { team, splitTerms, metadata, ...rest }, partnership) {
      if (rest.code && rest.code.toLowerCase() !== partnership.code_key) await assertCodeUnused(ctx, rest.code)
      const team_id = team && (await resolveTeam(ctx, team))
      const { kind = partnership.kind } = rest
      await assertMayReclassify(ctx, "recipientTypes", recipientTypeOf(partnership), recipientTypeOf({ kind }))
      if (team_id !== undefined) await assertMayReclassify(ctx, "primaryTeams", partnership.team_id, team_id)
      if (isOtherEmail(partnership, rest.email)) await tellOldAddress(ctx, partnership)
      return savePartnership(ctx, partnership, {
        ...omitUndefined({ ...rest, team_id, split_terms: splitTerms }),
        metadata: mergeMetadata(partnership.metadata, metadata),
      })
    },
  }),

  timeline("partnerships", "partnerships.view", readPartnership, ["SMR-1002"]),
]

/** The owner of the new mailbox sees what the partner earns, so the old address gets a mail. */
async function tellOldAddress(ctx: Context, { id: object, email, name, locale }: PartnershipRow) {
  if (email === null) return
  const change = { portal: "partner" as const, recipient: email, object, name, locale, heldUntil: holdOf(ctx.now) }
  await sendMail(ctx, emailChangedMail(change, ctx.tenant))
}

async function assertCodeUnused(ctx: Context, code: string) {
  const owner = await findByCode(ctx, code)
  if (owner) throw generalProblem("GEN-1010", { kind: "partnership", field: "code", _id: owner.id })
}
