import { randomUUID } from "node:crypto"
import { after } from "node:test"
import type { Action, ChargeRequest, Method, Outcome } from "../src/money/gateways/gateway.ts"
import type { Provider } from "../src/money/gateways/provider.ts"
import { providers } from "../src/money/gateways/registry.ts"

type Fake = {
  provider: Provider
  /** What it was asked to charge, by key, and what became of it. */
  charges: Map<string, { request: ChargeRequest; connection: string; outcome: Outcome }>
}

/** A provider in memory, whose charges all wait for their payer. Each secret key is an account of its own. */
export function addFakeProvider(id: string, methods: Method[], actionOf: (request: ChargeRequest) => Action): Fake {
  const charges: Fake["charges"] = new Map()
  const provider: Provider = {
    id,
    name: id[0]!.toUpperCase() + id.slice(1),
    modes: ["sandbox", "live"],
    credentials: [{ field: "secretKey", label: "Secret key", hint: "Anything" }],
    methods,
    inspect: async ({ secretKey = "" }) => ({
      account: { id: secretKey, name: `Account of ${secretKey}`, country: null },
      mode: secretKey.startsWith("live") ? "live" : "sandbox",
      missingRights: [],
    }),
    open: connection => ({
      id,
      name: id,
      modes: ["sandbox", "live"],
      methods: [...connection.methods],
      isToken: () => false,
      async charge(request) {
        const outcome: Outcome = { status: "action", reference: `ref_${randomUUID()}`, action: actionOf(request) }
        const existing = charges.get(request.key)
        charges.set(request.key, existing ?? { request, connection: connection.id, outcome })
        return charges.get(request.key)!.outcome
      },
      lookUp: async (_tenant, key) => charges.get(key)?.outcome ?? { status: "absent" },
      async cancel(_tenant, key) {
        const charge = charges.get(key)
        if (!charge || charge.outcome.status !== "action") return charge?.outcome ?? { status: "absent" }
        charge.outcome = { status: "canceled", reference: charge.outcome.reference }
        return charge.outcome
      },
      events: { verify: async () => undefined, read: async () => [] },
      pageOf: () => undefined,
    }),
  }
  const all = providers as Provider[]
  all.push(provider)
  after(() => void all.splice(all.indexOf(provider), 1))
  return { provider, charges }
}
