import { createHmac } from "node:crypto"
import type { ChargeRequest, MandateRequest, Outcome, RefundOutcome } from "../src/money/gateways/gateway.ts"
import type { BalanceGateway, ConnectedGateway, OpenConnection, Provider, Report } from "../src/money/gateways/provider.ts"
import { CredentialsRejected } from "../src/money/gateways/provider.ts"
import type { Any, Caller } from "./harness.ts"

type Script = ReturnType<typeof newScript>

const newScript = () => ({
  /** The outcome of a charge; it succeeds unless the test says otherwise. */
  charge: (request: ChargeRequest): Outcome => ({ status: "succeeded", reference: `ch_${request.key}` }),
  refund: (key: string): RefundOutcome => ({ status: "succeeded", reference: `re_${key}` }),
  /** What is read at the provider about the object of a hint. */
  reports: new Map<string, Report[]>(),
  parts: {} as Partial<Pick<ConnectedGateway, "mandates" | "disputes">>,
  balance: undefined as BalanceGateway | undefined,
  isRejecting: false,
  /** The requests that arrived. */
  charges: [] as (ChargeRequest & { connection: string })[],
  mandates: [] as MandateRequest[],
  /** What the provider remembers, by key. */
  charged: new Map<string, Outcome>(),
  refunded: new Map<string, RefundOutcome>(),
})

const currencies = ["BRL", "EUR", "USD"]

/** A provider in memory whose parts a test may replace. Each account is named by its key: test-1 is the account 1 of a sandbox. */
export function scriptedProvider(id = "scripted-provider") {
  const script = newScript()
  const provider: Provider = {
    id,
    name: "Scripted Provider",
    modes: ["sandbox", "live"],
    credentials: [{ field: "secretKey", label: "Secret key", hint: "In the test" }],
    methods: [
      { method: "card", name: "Card", currencies, starts: "token", maxInstallments: 1 },
      { method: "direct-debit", name: "Direct debit", currencies, starts: "mandate", maxInstallments: 1 },
    ],
    async inspect({ secretKey = "" }) {
      const [mode, account] = secretKey.split("-")
      if (script.isRejecting || account === undefined) throw new CredentialsRejected("Invalid API key")
      return {
        account: { id: account, name: `Account ${account}`, country: "BR" },
        mode: mode === "live" ? "live" : "sandbox",
        missingRights: [],
      }
    },
    open: connection => open(script, connection, provider),
  }
  return { provider, script }
}

function open(script: Script, connection: OpenConnection, { id, name, modes }: Provider): ConnectedGateway {
  return {
    id,
    name,
    modes,
    methods: [...connection.methods],
    isToken: token => token.startsWith("tok_"),
    async charge(request) {
      if (script.isRejecting) throw new CredentialsRejected("Invalid API key")
      script.charges.push({ ...request, connection: connection.id })
      return remember(script.charged, request.key, () => script.charge(request))
    },
    lookUp: async (_tenant, key) => script.charged.get(key) ?? { status: "absent" },
    refunds: {
      refund: async ({ key }) => remember(script.refunded, key, () => script.refund(key)),
      lookUp: async ({ key }) => script.refunded.get(key) ?? { status: "absent" },
    },
    ...script.parts,
    ...(script.balance && { balance: script.balance }),
    events: {
      register: async () => ({ endpoint: `we_${connection.id}`, secret: `secret of ${connection.id}` }),
      remove: async () => {},
      async verify({ headers, bytes }) {
        const isSigned = connection.eventSecrets.some(secret => headers["scripted-signature"] === signatureOf(secret, bytes.toString()))
        return isSigned ? [JSON.parse(bytes.toString())] : undefined
      },
      read: async ({ reference }) => script.reports.get(reference) ?? [],
    },
    pageOf: reference => `https://provider.example/${reference}`,
  }
}

/** The same outcome for the same key, however often it is asked for. */
function remember<T>(known: Map<string, T>, key: string, outcomeOf: () => T): T {
  const outcome = known.get(key) ?? outcomeOf()
  known.set(key, outcome)
  return outcome
}

const signatureOf = (secret: string, bytes: string) => createHmac("sha256", secret).update(bytes).digest("hex")

/** Connects an account of a scripted provider. */
export async function connect(api: Pick<Caller, "create">, gateway = "scripted-provider", account = "1"): Promise<Any> {
  const body = { gateway, name: `Account ${account}`, credentials: { secretKey: `test-${account}` } }
  return (await api.create("/v1/gateway-connections/create", body)).body.data
}

let messages = 0

/** The provider reports something: the message only points to it, and what it says is read from the script. */
export async function sendReports(
  api: Pick<Caller, "post">,
  { _id, gateway }: { _id: string; gateway: string },
  script: { reports: Map<string, Report[]> },
  ...reports: Report[]
): Promise<string> {
  const id = `message ${++messages}`
  script.reports.set(id, reports)
  const bytes = JSON.stringify({ id, type: "changed", reference: id })
  const headers = { "scripted-signature": signatureOf(`secret of ${_id}`, bytes) }
  await api.post(`/v1/gateways/${gateway}/events/${_id}`, bytes, headers)
  return id
}
