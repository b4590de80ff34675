import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { resolvePartnershipId } from "../../parties/partnerships/store.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { NewService, Service, ServiceChange, serviceFilters } from "./schema.ts"
import { findService, insertService, listServices, readService, readServiceForUpdate, renderService, saveService } from "./store.ts"

export const serviceOperations = [
  operation({
    route: "POST /v1/services/create",
    creates: true,
    noun: "service",
    summary: "Create a service, a catalogue entry that orders refer to",
    needs: "services.edit",
    effect: "draft",
    input: NewService,
    output: Service,
    async run(ctx, { price, supplier, tax = null, ...rest }) {
      await assertNameUnused(ctx, rest.name)
      const supplier_id = supplier ? await resolvePartnershipId(ctx, supplier) : null
      const cost = { price_amount: price?.amount ?? null, price_currency: price?.currency ?? null }
      return insertService(ctx, { ...rest, ...cost, supplier_id, tax })
    },
  }),

  listing({
    route: "GET /v1/services",
    noun: "service",
    plural: "services",
    summary: "List services, newest first",
    needs: "services.view",
    filters: serviceFilters,
    item: Service,
    run: listServices,
  }),

  operation({
    route: "GET /v1/services/{id}",
    noun: "service",
    summary: "One service, by id or name",
    needs: "services.view",
    effect: "read",
    input: noInput,
    output: Service,
    subject: readService,
    run: (_ctx, _input, service) => renderService(service),
  }),

  operation({
    route: "POST /v1/services/{id}/update",
    noun: "service",
    summary: "Change a service; orders keep the price, supplier and tax they copied",
    needs: "services.edit",
    effect: "change",
    input: ServiceChange,
    output: Service,
    subject: readServiceForUpdate,
    async run(ctx, { price, supplier, metadata, ...rest }, service) {
      if (rest.name && rest.name.toLowerCase() !== service.name_key) await assertNameUnused(ctx, rest.name)
      const supplier_id = supplier && (await resolvePartnershipId(ctx, supplier))
      return saveService(ctx, service, {
        ...omitUndefined({ ...rest, supplier_id }),
        ...(price !== undefined && { price_amount: price?.amount ?? null, price_currency: price?.currency ?? null }),
        metadata: mergeMetadata(service.metadata, metadata),
      })
    },
  }),

  timeline("services", "services.view", readService),
]

async function assertNameUnused(ctx: Context, name: string) {
  const owner = await findService(ctx, name)
  if (owner) throw generalProblem("GEN-1010", { kind: "service", field: "name", _id: owner.id })
}
