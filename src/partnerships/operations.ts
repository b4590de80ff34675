import { timeline } from "../audit/timeline.ts"
import type { Context } from "../kit/context.ts"
import { given } from "../kit/given.ts"
import { mergedMetadata } from "../kit/metadata.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { Problem } from "../kit/problem.ts"
import { resolveTeam } from "../tenants/store.ts"
import { NewPartnership, Partnership, PartnershipChange, partnershipFilters } from "./schema.ts"
import {
  findByCode,
  insertPartnership,
  listPartnerships,
  readPartnership,
  savePartnership,
  shownPartnership,
  takePartnership,
} from "./store.ts"

export const partnershipOperations = [
  operation({
    route: "POST /v1/partnerships/create",
    tool: "partnership_create",
    noun: "partnership",
    summary: "Create a partnership: an agent, institution or supplier that shares in payments by its split terms",
    needs: "partnerships.edit",
    effect: "draft",
    input: NewPartnership,
    output: Partnership,
    async run(ctx, { email = null, country = null, currency = null, team, splitTerms = null, ...rest }) {
      await assertFree(ctx, rest.code)
      const team_id = team ? await resolveTeam(ctx, team) : null
      return insertPartnership(ctx, { ...rest, email, country, currency, team_id, split_terms: splitTerms })
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
    input: nothing,
    output: Partnership,
    subject: readPartnership,
    run: (_ctx, _input, partnership) => shownPartnership(partnership),
  }),

  operation({
    route: "POST /v1/partnerships/{id}/update",
    noun: "partnership",
    summary: "Change a partnership; new split terms count for what is sold from now on",
    needs: "partnerships.edit",
    effect: "change",
    input: PartnershipChange,
    output: Partnership,
    subject: takePartnership,
    async run(ctx, { team, splitTerms, metadata, ...rest }, partnership) {
      if (rest.code && rest.code.toLowerCase() !== partnership.code_key) await assertFree(ctx, rest.code)
      const team_id = team && (await resolveTeam(ctx, team))
      return savePartnership(ctx, partnership, {
        ...given({ ...rest, team_id, split_terms: splitTerms }),
        metadata: mergedMetadata(partnership.metadata as Record<string, string>, metadata),
      })
    },
  }),

  timeline("partnerships", "partnerships.view", readPartnership),
]

async function assertFree(ctx: Context, code: string) {
  const taken = await findByCode(ctx, code)
  if (taken) throw new Problem("GEN-1010", { kind: "partnership", field: "code", _id: taken.id })
}
