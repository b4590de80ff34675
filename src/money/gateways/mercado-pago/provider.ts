import { z } from "zod"
import type { Tenant } from "../../../kit/pure/caller.ts"
import { GatewayUnreachable } from "../gateway.ts"
import {
  type ConnectedGateway,
  type Credentials,
  CredentialsRejected,
  type Inspection,
  type OpenConnection,
  type Provider,
} from "../provider.ts"
import { LostAnswer } from "../provider-calls.ts"
import { chargesOf } from "./charges.ts"
import { callApi, wordsOf } from "./client.ts"
import { eventsOf } from "./events.ts"
import { refundsOf } from "./refunds.ts"

const [id, name] = ["mercado-pago", "Mercado Pago"]
const modes = ["sandbox", "live"] as const
const currencies = ["BRL"]

export const mercadoPago: Provider = {
  id,
  name,
  modes,
  credentials: [
    {
      field: "accessToken",
      label: "Access token",
      hint: "Your integrations → your application → Credentials; that of a test user for a sandbox",
    },
    {
      field: "webhookSecret",
      label: "Secret signature",
      hint: "Your integrations → Webhooks, after you saved the address for messages with the event Order; add it later by rotating",
      isOptional: true,
    },
  ],
  methods: [
    { method: "pix", name: "Pix", currencies, starts: "instructions", maxInstallments: 1 },
    { method: "boleto", name: "Boleto", currencies, starts: "instructions", maxInstallments: 1 },
    { method: "card", name: "Card", currencies, starts: "redirect", maxInstallments: 1 },
  ],
  inspect,
  open,
}

const User = z.object({
  id: z.union([z.string(), z.number().transform(String)]),
  nickname: z.string().optional(),
  country_id: z.string().optional(),
  site_id: z.string().optional(),
  tags: z.array(z.string()).default([]),
  company: z.object({ brand_name: z.string().nullish() }).nullish(),
})
type User = z.output<typeof User>

async function inspect(credentials: Credentials): Promise<Inspection> {
  const reply = await callApi(credentials, { method: "GET", path: "/users/me" }).catch(refuseLost)
  if (reply.status !== 200) throw new CredentialsRejected(wordsOf(credentials, reply))
  const user = User.parse(reply.body)
  if (user.site_id !== undefined && user.site_id !== "MLB")
    throw new CredentialsRejected(`This account is in ${user.country_id ?? user.site_id}; Pix, boletos and BRL need an account in Brazil`)
  const account = { id: user.id, name: user.company?.brand_name || user.nickname || user.id, country: user.country_id ?? null }
  return { account, mode: modeOf(user, credentials), missingRights: [] }
}

/** Nothing was asked for, so nothing is open. */
function refuseLost(error: unknown): never {
  throw error instanceof LostAnswer ? new GatewayUnreachable("Mercado Pago did not answer", { cause: error }) : error
}

/** The tokens of test users begin like live ones, so the account decides. */
const modeOf = ({ tags }: User, { accessToken = "" }: Credentials): Tenant["mode"] =>
  tags.includes("test_user") || accessToken.trim().startsWith("TEST-") ? "sandbox" : "live"

function open(connection: OpenConnection): ConnectedGateway {
  return {
    id,
    name,
    modes,
    methods: [...connection.methods],
    isToken: () => false,
    ...chargesOf(connection),
    refunds: refundsOf(connection),
    events: eventsOf(connection),
    pageOf: () => "https://www.mercadopago.com.br/activities",
  }
}
