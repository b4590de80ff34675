import { z } from "zod"
import { common, Currency, Id, Metadata, text, Total, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"

export const connectionStatuses = ["active", "paused", "failing", "disconnecting", "disconnected"] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

const OfferedMethod = z.object({ method: z.string(), currencies: z.array(Currency), enabled: z.boolean() })
export type OfferedMethod = z.output<typeof OfferedMethod>

const Check = z.object({
  at: UtcTimestamp,
  ok: z.boolean(),
  problems: z.array(z.string()).meta({ description: "What does not work, in sentences; empty where all is well" }),
})
export type Check = z.output<typeof Check>

/** A tenant's own account at a payment provider. */
export const GatewayConnection = z
  .object({
    _id: Id,
    gateway: z.string().meta({ example: "stripe" }),
    name: z.string(),
    account: z.object({ id: z.string(), name: z.string(), country: z.string().nullable() }).meta({
      description: "The account at the provider; rotated credentials must belong to the same one",
    }),
    mode: z.enum(["sandbox", "live"]),
    status: z.enum(connectionStatuses).meta({
      description:
        "paused: by a person; failing: the provider refuses the credentials; neither charges, but what is open is still looked up",
    }),
    credentials: z
      .record(z.string(), z.object({ last4: z.string(), fingerprint: z.string(), setAt: UtcTimestamp }))
      .meta({ description: "What was given, by field. The values are sealed and never shown again" }),
    methods: z.array(OfferedMethod),
    eventsUrl: z.string().meta({ description: "Where the provider sends its messages" }),
    lastEventAt: UtcTimestamp.nullable(),
    lastCheck: Check.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "GatewayConnection" })
export type GatewayConnection = z.output<typeof GatewayConnection>

const Credentials = z
  .record(text(50, 1), text(20_000, 1))
  .meta({ description: "What GET /v1/gateway-connections/providers asks for", example: { secretKey: "rk_test_…" } })
const MethodChoice = z
  .union([
    text(50, 1).transform(method => ({ method })),
    z.object({ method: text(50, 1), currencies: z.array(Currency).max(200).optional(), enabled: z.boolean().optional() }),
  ])
  .meta({ description: "A method of the gateway, by its name or with its currencies" })
export type MethodChoice = { method: string; currencies?: string[] | undefined; enabled?: boolean | undefined }

const choices = {
  currencies: z.array(Currency).min(1).max(200).optional().meta({ description: "All that the gateway offers when absent" }),
  methods: z.array(MethodChoice).max(50).optional().meta({ description: "All that the gateway offers when absent" }),
}

export const NewConnection = z
  .object({
    gateway: text(50, 1).meta({ description: "One of GET /v1/gateway-connections/providers", example: "stripe" }),
    name: text(100, 1).meta({ example: "Stripe Brasil" }),
    credentials: Credentials,
    ...choices,
    metadata: Metadata.default({}),
  })
  .meta({ example: { gateway: "stripe", name: "Stripe Brasil", credentials: { secretKey: "rk_test_…" } } })

export const ConnectionChange = z.object({ name: text(100, 1).optional(), ...choices, metadata: Metadata.optional() })
export const NewCredentials = z.object({ credentials: Credentials })

export const MethodOrder = z.object({
  method: text(50, 1).meta({ example: "card" }),
  currency: Currency,
  connections: z.array(Id).max(20).meta({ description: "The first active one that offers the method serves it; empty: the oldest one" }),
})

export const SavedOrder = z.object({ method: z.string(), currency: z.string(), connections: z.array(z.string()) })

/** A provider that can be connected, and what it asks for. */
export const ProviderInfo = z
  .object({
    gateway: z.string(),
    name: z.string(),
    credentials: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        hint: z.string(),
        isOptional: z.boolean(),
        isLong: z.boolean(),
        isSecret: z.boolean().meta({ description: "Whether a form hides what is typed. Every field is sealed" }),
        choices: z
          .array(z.object({ value: z.string(), label: z.string() }))
          .nullable()
          .meta({ description: "The only values that it takes" }),
        whenEmpty: z.string().nullable().meta({ description: "What an empty one stands for" }),
      }),
    ),
    methods: z.array(z.object({ method: z.string(), name: z.string(), currencies: z.array(Currency) })),
  })
  .meta({ id: "GatewayProvider" })

const Difference = z.object({ currency: Currency, difference: Total.meta({ description: "provider less ledger" }) })
const Unmatched = z.object({ reference: z.string(), amount: Total, type: z.string() })

/** What the provider holds and what the ledger says, in one currency. */
const Balances = z.object({
  currency: Currency,
  provider: Total.meta({ description: "What the provider holds, available or on its way" }),
  ledger: Total.meta({ description: "The balance of cash:<connection> in the ledger" }),
  difference: Difference.shape.difference,
})
export type ComparedCurrency = z.output<typeof Balances> & { unmatched: z.output<typeof Unmatched>[] }

const ComparedCurrency = Balances.extend({
  unmatched: z
    .array(Unmatched.extend({ page: z.string().nullable().meta({ description: "The provider's own page that shows it" }) }))
    .meta({ description: "Movements of the day at the provider whose cause is not in the books; amounts after the provider's fee" }),
})

export const notCompared = [
  "Both balances are as of now; date chooses the day of the movements and of the daily comparison, in UTC",
  "A provider takes the money of an open dispute at once; the ledger reserves it and takes it when the dispute is lost",
  "A reversal of a charge that was settled in another currency is booked in the charge's currency",
  "Whether the amount of a movement with a known cause is that of the books is seen in the difference alone",
] as const

export const BalanceComparison = z
  .object({
    date: z.string().meta({ format: "date" }),
    comparedAt: UtcTimestamp.nullable().meta({ description: "null: the provider does not tell what it holds" }),
    currencies: z.array(ComparedCurrency).meta({ description: "As of now" }),
    daily: z
      .object({ comparedAt: UtcTimestamp, currencies: z.array(Balances) })
      .nullable()
      .meta({ description: "What the comparison of that day found, which runs by itself; null where it did not run" }),
    notCompared: z.array(z.string()).meta({ description: "What explains a difference without a mistake" }),
  })
  .meta({ id: "BalanceComparison" })

/** A connection whose newest daily comparison found a difference. */
export const BalanceDifference = z
  .object({
    connection: Id,
    name: z.string(),
    gateway: z.string(),
    date: z.string().meta({ format: "date" }),
    comparedAt: UtcTimestamp,
    currencies: z.array(Difference),
  })
  .meta({ id: "BalanceDifference" })

export const ComparisonQuery = z.object({
  date: z.iso.date("must be a date, such as 2027-01-31").optional().meta({ description: "A day in UTC; today when absent" }),
})

export const messageStatuses = ["pending", "applied", "ignored"] as const
export const GatewayMessage = z
  .object({
    _id: z.string().meta({ description: "The provider's id of the message" }),
    type: z.string(),
    reference: z.string().meta({ description: "The provider's id of what changed" }),
    status: z.enum(messageStatuses).meta({ description: "ignored: it is about nothing of ours" }),
    effect: z.string().nullable(),
    receivedAt: UtcTimestamp,
  })
  .meta({ id: "GatewayMessage" })

export const connectionFilters = {
  gateway: by.text("gateway"),
  status: by.oneOf("status", connectionStatuses),
  name: by.text("name"),
  ...commonFilters,
}
export const messageFilters = { status: by.oneOf("status", messageStatuses), type: by.text("type") }
