import { createHmac } from "node:crypto"
import type { ChargeRequest, MandateRequest, Outcome, RefundOutcome } from "../src/money/gateways/gateway.ts"
import type { BalanceGateway, ConnectedGateway, OpenConnection, Provider, Report } from "../src/money/gateways/provider.ts"
import { CredentialsRejected } from "../src/money/gateways/provider.ts"
import type { Any, Caller } from "./harness.ts"

/** A provider in memory whose parts a test may replace. Each account is named by its key: test-1 is the account 1 of a sandbox. */
export function scriptedProvider(id = "scripted-provider") {
  const charged = new Map<string, Outcome>()
  const refunded = new Map<string, RefundOutcome>()
  const script = {
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
  }
  const currencies = ["BRL", "EUR", "USD"]
  const assertAccepted = () => {
    if (script.isRejecting) throw new CredentialsRejected("Invalid API key")
  }
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
      assertAccepted()
      const [mode, account] = secretKey.split("-")
      if (account === undefined) throw new CredentialsRejected("Invalid API key")
      return {
        account: { id: account, name: `Account ${account}`, country: "BR" },
        mode: mode === "live" ? "live" : "sandbox",
        missingRights: [],
      }
    },
    open: connection => open(connection),
  }

  function open(connection: OpenConnection): ConnectedGateway {
    const charge = (request: ChargeRequest): Outcome => {
      const outcome = charged.get(request.key) ?? script.charge(request)
      charged.set(request.key, outcome)
      script.charges.push({ ...request, connection: connection.id })
      return outcome
    }
    return {
      id,
      name: provider.name,
      modes: provider.modes,
      methods: [...connection.methods],
      isToken: token => token.startsWith("tok_"),
      async charge(request) {
        assertAccepted()
        return charge(request)
      },
      lookUp: async (_tenant, key) => charged.get(key) ?? { status: "absent" },
      refunds: {
        async refund({ key }) {
          const outcome = refunded.get(key) ?? script.refund(key)
          refunded.set(key, outcome)
          return outcome
        },
        lookUp: async ({ key }) => refunded.get(key) ?? { status: "absent" },
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
  return { provider, script }
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
