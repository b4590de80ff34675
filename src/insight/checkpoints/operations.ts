import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { audit } from "../../kit/events/audit.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { isoTimeOrNull } from "../../kit/pure/time.ts"
import { config } from "../../kit/service/config.ts"
import { z } from "zod"
import { exportFile } from "./export.ts"
import { Checkpoint, checkpointFilters, CheckpointSettings, CheckpointStatus, NewCheckpointSettings } from "./schema.ts"
import { isLate } from "./rules.ts"
import { listCheckpoints, readCheckpoint, readIsPublic, readWaiting, renderCheckpoint, saveIsPublic } from "./store.ts"
import { takeCheckpoint } from "./take.ts"

const settingsOf = ({ tenant }: Context, isPublic: boolean): CheckpointSettings => ({
  public: isPublic,
  url: `${config.BASE_URL}/checkpoints/${tenant.id}`,
  keysUrl: `${config.BASE_URL}/checkpoints/keys`,
  verifierUrl: `${config.BASE_URL}/countersign-verify.mjs`,
})

export const checkpointOperations = [
  listing({
    route: "GET /v1/checkpoints",
    noun: "checkpoint",
    plural: "checkpoints",
    summary: "Signed statements of how far ledger and audit log were, newest first",
    needs: "audit.view",
    filters: checkpointFilters,
    item: Checkpoint,
    run: listCheckpoints,
  }),

  operation({
    route: "GET /v1/checkpoints/status",
    label: "Get what is signed",
    noun: "checkpointStatus",
    summary: "The last checkpoint, what no checkpoint covers yet, and whether the next one is late",
    needs: "audit.view",
    effect: "read",
    input: noInput,
    output: CheckpointStatus,
    async run(ctx) {
      const { last, ledger, audit: entries, since } = await readWaiting(ctx)
      return {
        last: last ? renderCheckpoint(last) : null,
        waiting: { ledger, audit: entries },
        waitingSince: isoTimeOrNull(since),
        isLate: isLate({ lastAt: last?.at ?? null, waitingSince: since }, databaseClock.now(), ctx.now),
      }
    },
  }),

  operation({
    route: "GET /v1/checkpoints/{id}",
    noun: "checkpoint",
    summary: "Get a checkpoint, by its id or its number",
    needs: "audit.view",
    effect: "read",
    input: noInput,
    output: Checkpoint,
    subject: readCheckpoint,
    run: (_ctx, _input, row) => renderCheckpoint(row),
  }),

  operation({
    route: "POST /v1/checkpoints/sign",
    label: "Take a checkpoint now",
    noun: "checkpoint",
    summary: "Sign how far ledger and audit log are; returns the last checkpoint if nothing was added since",
    needs: "settings.edit",
    effect: "change",
    input: noInput,
    output: Checkpoint,
    run: async ctx => renderCheckpoint(await takeCheckpoint(ctx)),
  }),

  operation({
    route: "GET /v1/checkpoints/export",
    label: "Export ledger and audit log",
    noun: "checkpointExport",
    summary: "Ledger and audit log up to the last checkpoint as lines of JSON, for the offline verifier; everything, unmasked",
    needs: "tenant.own",
    effect: "read",
    query: true,
    input: noInput,
    output: z.string(),
    content: () => "", // nothing but a file
    streamedFile: async ctx => exportFile(ctx),
    run: () => "",
  }),

  operation({
    route: "GET /v1/checkpoints/settings",
    label: "Get the settings of checkpoints",
    noun: "checkpointSettings",
    summary: "Whether anybody may read the checkpoints, and the addresses of checkpoints, keys and verifier",
    needs: "settings.view",
    effect: "read",
    input: noInput,
    output: CheckpointSettings,
    run: async ctx => settingsOf(ctx, await readIsPublic(ctx)),
  }),

  operation({
    route: "POST /v1/checkpoints/settings",
    label: "Publish checkpoints",
    noun: "checkpointSettings",
    summary: "Let anybody read the checkpoints, or nobody any more. They reveal hashes, and how many entries there are",
    needs: "settings.edit",
    effect: "change",
    input: NewCheckpointSettings,
    output: CheckpointSettings,
    async run(ctx, { public: isPublic }) {
      const wasPublic = await readIsPublic(ctx)
      if (isPublic !== wasPublic) {
        saveIsPublic(ctx, isPublic)
        const change = { before: { public: wasPublic }, after: { public: isPublic } }
        audit(ctx, { action: "checkpointSettings.update", kind: "checkpointSettings", id: ctx.tenant.id, ...change })
      }
      return settingsOf(ctx, isPublic)
    },
  }),
]
