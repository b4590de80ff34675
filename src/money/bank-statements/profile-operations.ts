import { z } from "zod"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { Id } from "../../kit/pure/fields.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { listCsvProfiles, readCsvProfile, readCsvProfileForUpdate, removeCsvProfile, renderSavedProfile } from "./profiles-store.ts"
import { SavedProfile, savedProfileFilters } from "./schema.ts"

export const csvProfileOperations = [
  listing({
    route: "GET /v1/csv-profiles",
    noun: "csvProfile",
    plural: "csvProfiles",
    summary: "List how the banks of your accounts write CSV, newest first; an import with saveProfile saves one",
    needs: "transactions.view",
    filters: savedProfileFilters,
    item: SavedProfile,
    run: listCsvProfiles,
  }),

  operation({
    route: "GET /v1/csv-profiles/{id}",
    noun: "csvProfile",
    summary: "One saved CSV profile",
    needs: "transactions.view",
    effect: "read",
    input: noInput,
    output: SavedProfile,
    subject: readCsvProfile,
    run: (_ctx, _input, profile) => renderSavedProfile(profile),
  }),

  operation({
    route: "POST /v1/csv-profiles/{id}/delete",
    noun: "csvProfile",
    summary: "Delete a saved CSV profile: the columns of later files are guessed again",
    needs: "transactions.edit",
    effect: "change",
    input: noInput,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: readCsvProfileForUpdate,
    run(ctx, _input, profile) {
      removeCsvProfile(ctx, profile)
      return { _id: profile.id, deleted: true as const }
    },
  }),

  timeline("csv-profiles", "transactions.view", readCsvProfile),
]
