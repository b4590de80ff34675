import { timeline } from "../audit/timeline.ts"
import type { Context } from "../kit/context.ts"
import { given } from "../kit/given.ts"
import { mergedMetadata } from "../kit/metadata.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { Problem } from "../kit/problem.ts"
import { resolvePartnershipId } from "../partnerships/store.ts"
import { NewService, Service, ServiceChange, serviceFilters } from "./schema.ts"
import { findService, insertService, listServices, readService, saveService, shownService, takeService } from "./store.ts"

export const serviceOperations = [
  operation({
    route: "POST /v1/services/create",
    noun: "service",
    summary: "Create a service, an entry of the catalogue that orders refer to",
    needs: "services.edit",
    effect: "draft",
    input: NewService,
    output: Service,
    async run(ctx, { price, supplier, ...rest }) {
      await assertFree(ctx, rest.name)
      const supplier_id = supplier ? await resolvePartnershipId(ctx, supplier) : null
      return insertService(ctx, { ...rest, supplier_id, price_amount: price?.amount ?? null, price_currency: price?.currency ?? null })
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
    input: nothing,
    output: Service,
    subject: readService,
    run: (_ctx, _input, service) => shownService(service),
  }),

  operation({
    route: "POST /v1/services/{id}/update",
    noun: "service",
    summary: "Change a service; orders keep the price and supplier they copied",
    needs: "services.edit",
    effect: "change",
    input: ServiceChange,
    output: Service,
    subject: takeService,
    async run(ctx, { price, supplier, metadata, ...rest }, service) {
      if (rest.name && rest.name.toLowerCase() !== service.name_key) await assertFree(ctx, rest.name)
      const supplier_id = supplier && (await resolvePartnershipId(ctx, supplier))
      return saveService(ctx, service, {
        ...given({ ...rest, supplier_id }),
        ...(price !== undefined && { price_amount: price?.amount ?? null, price_currency: price?.currency ?? null }),
        metadata: mergedMetadata(service.metadata as Record<string, string>, metadata),
      })
    },
  }),

  timeline("services", "services.view", readService),
]

async function assertFree(ctx: Context, name: string) {
  const taken = await findService(ctx, name)
  if (taken) throw new Problem("GEN-1010", { kind: "service", field: "name", _id: taken.id })
}
