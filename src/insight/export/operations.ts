import { z } from "zod"
import { audit } from "../../kit/events/audit.ts"
import { noInput, type Operation, operation } from "../../kit/operation/operation.ts"
import { archiveOf, assertFree } from "./archive.ts"
import { sourcesOf } from "./rules.ts"

export const exportOperations = (operations: () => readonly Operation[]) => [
  operation({
    route: "GET /v1/export",
    label: "Export everything",
    noun: "export",
    summary: "Everything that the tenant has, as of one moment: a .tar.gz archive of CSV and JSON lines, whose last file is a manifest",
    needs: "tenant.own",
    needsConfirmation: "recent",
    effect: "read",
    audited: true,
    refuses: ["EXP-"],
    query: true,
    input: noInput,
    output: z.string(),
    content: () => "", // nothing but a file
    assertPossible: assertFree,
    async streamedFile(ctx) {
      audit(ctx, { action: "exports.create", kind: "exports", id: ctx.tenant.id })
      // Whoever reads an archive later may not be somebody who may see the credentials in the addresses of webhooks.
      const permissions = new Set([...ctx.caller.permissions].filter(each => each !== "webhooks.edit"))
      return archiveOf({ ...ctx, caller: { ...ctx.caller, permissions }, isReadOnly: true }, sourcesOf(operations()))
    },
    run: () => "",
  }),
]
