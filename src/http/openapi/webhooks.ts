import { eventTypes } from "../../webhooks/schema.ts"
import type { Schema, Schemas } from "./json-schema.ts"

/** The object that each resource's events show, where the resource is there. */
const shown: Record<string, string> = {
  contacts: "Contact",
  paymentIntents: "PaymentIntent",
  transactions: "Transaction",
  splitIntents: "PaymentSplit",
  partnerships: "Partnership",
  orders: "Order",
  services: "Service",
  bankTransfers: "BankTransfer",
}

/** Every event as OpenAPI describes what it calls webhooks: the envelope, with the object as REST shows it. */
export function webhooksOf(schemas: Schemas): Record<string, object> {
  const known = eventTypes.filter(event => schemas[shown[event.split(".")[0]!] ?? ""])
  return Object.fromEntries(known.map(event => [event, { post: received(event) }]))
}

const received = (event: string) => ({
  summary: `${event} happened`,
  requestBody: { required: true, content: { "application/json": { schema: envelopeOf(event) } } },
  responses: { "2XX": { description: "Received. Anything else, a redirect included, is tried again." } },
})

function envelopeOf(event: string): Schema {
  return {
    type: "object",
    required: ["event", "data", "version", "tenantId", "messageId"],
    properties: {
      event: { type: "string", const: event },
      data: { $ref: `#/components/schemas/${shown[event.split(".")[0]!]}` },
      version: { type: "string", const: "v1" },
      tenantId: { type: "string" },
      messageId: { type: "string", description: "The same over all attempts of a delivery; use it to drop repeats" },
    },
  }
}
