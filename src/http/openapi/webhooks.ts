import { type Application, eventTypesOf } from "../../kit/operation/slice.ts"
import { outputSchema, type Schema, type Schemas } from "./json-schema.ts"

/** Every event as a webhook of OpenAPI: the envelope, with the object as REST renders it. */
export function webhooksOf(events: Application["events"], schemas: Schemas): Record<string, { post: ReturnType<typeof delivery> }> {
  return Object.fromEntries(
    eventTypesOf(events).map(event => {
      const { object } = events[event.split(".")[0]!]!
      return [event, { post: delivery(event, outputSchema(object, schemas)) }]
    }),
  )
}

const delivery = (event: string, data: Schema) => ({
  operationId: `events.${event}`,
  summary: `Event ${event}`,
  description: "Sent to each webhook that subscribes to it, once the change is committed. Verify its signature before you use it.",
  requestBody: { required: true, content: { "application/json": { schema: envelopeOf(event, data) } } },
  responses: { "2XX": { description: "Received. Any other answer, a redirect included, is retried." } },
})

function envelopeOf(event: string, data: Schema): Schema {
  return {
    type: "object",
    required: ["event", "data", "version", "tenantId", "messageId"],
    properties: {
      event: { type: "string", const: event },
      data,
      version: { type: "string", const: "v1" },
      tenantId: { type: "string" },
      messageId: { type: "string", description: "The same for all attempts of a delivery; use it to ignore repeats" },
    },
  }
}
