import { randomUUID } from "node:crypto"
import { after } from "node:test"
import {
  type ChargeRequest,
  GatewayUnreachable,
  type Method,
  type Outcome,
  type RefundGateway,
  type RefundOutcome,
  type RefundRequest,
} from "../src/money/gateways/gateway.ts"
import {
  type BalanceGateway,
  type ConnectedGateway,
  type Credentials,
  CredentialsRejected,
  type EventGateway,
  type Held,
  type Hint,
  type Movement,
  type OpenConnection,
  type Provider,
  type Report,
} from "../src/money/gateways/provider.ts"
import { providers } from "../src/money/gateways/registry.ts"
import type { Any, Caller } from "./harness.ts"

/** Adds providers for the tests of a file. */
export function addProviders(...added: Provider[]) {
  const all = providers as Provider[]
  all.push(...added)
  after(() => void all.splice(all.indexOf(added[0]!), added.length))
}

type Charge = { key: string; reference: string; request: ChargeRequest; connection: string; outcome: Outcome; confirmed: number }

const newState = () => ({
  charges: new Map<string, Charge>(),
  refunds: new Map<string, RefundOutcome>(),
  /** What a refund answers at first. */
  refund: (key: string): RefundOutcome => ({ status: "succeeded", reference: `re_${key}` }),
  refundRequests: [] as RefundRequest[],
  /** Endpoints by id, with their address and secret. */
  endpoints: new Map<string, { url: string; secret: string }>(),
  revoked: new Set<string>(),
  /** Banks sign nothing: then any message counts as theirs. */
  signs: true,
  missingRights: [] as string[],
  answer: answerByDefault,
  /** Called before each call of this name; it may throw, or never answer. */
  before: {} as Record<string, (() => Promise<void> | void) | undefined>,
  reports: new Map<string, Report[]>(),
  held: [] as Held[],
  /** Whether it says what it holds. */
  isTelling: true,
  movements: [] as Movement[],
  /** What it can do beside charges and refunds, and what a test puts in the place of a part of it. */
  parts: {} as Partial<Pick<ConnectedGateway, "mandates" | "disputes" | "balance">>,
  calls: [] as string[],
})
type State = ReturnType<typeof newState>

/** A token or a mandate pays at once. Otherwise the payer follows a page of the provider. */
function answerByDefault({ reference, request }: Charge): Outcome {
  if (request.token !== "" || request.mandate !== undefined) return { status: "succeeded", reference }
  const action = { type: "redirect" as const, url: `https://pay.example.com/${reference}`, expiresAt: new Date(Date.now() + 3_600_000) }
  return { status: "action", reference, action }
}

async function call(state: State, name: string, credentials: Credentials) {
  state.calls.push(name)
  await state.before[name]?.()
  if (state.revoked.has(credentials["key"] ?? "")) throw new CredentialsRejected("this key was revoked")
}

const methodsByDefault: Method[] = [
  { method: "card", name: "Card", currencies: ["BRL", "EUR", "USD"], starts: "redirect", maxInstallments: 1 },
  { method: "pix", name: "Pix", currencies: ["BRL"], starts: "instructions", maxInstallments: 1 },
]
export const withDirectDebit: Method[] = [
  ...methodsByDefault,
  { method: "direct-debit", name: "Direct debit", currencies: ["EUR"], starts: "mandate", maxInstallments: 1 },
]

/**
 * A provider that keeps its charges in memory and does what a test says. Its keys are `test_<account>` and `live_<account>`; messages are
 * signed with the header `signature`, which is the secret of the endpoint.
 */
export function fakeProvider({ id = "fakepay", methods = methodsByDefault } = {}) {
  const state = newState()
  const provider: Provider = {
    id,
    name: nameOf(id),
    modes: ["sandbox", "live"],
    credentials: [
      { field: "key", label: "Secret key", hint: "At fakepay.example.com, under Keys" },
      { field: "certificate", label: "Certificate", hint: "The file of the bank", isOptional: true, isLong: true },
    ],
    methods,
    async inspect(credentials) {
      await call(state, "inspect", credentials)
      const [, mode, account] = /^(test|live)_(\w+?)(?:\d*)$/.exec(credentials["key"] ?? "") ?? []
      if (!account) throw new CredentialsRejected("no such key")
      return {
        account: { id: account, name: `Account ${account}`, country: "BR" },
        mode: mode === "live" ? "live" : "sandbox",
        missingRights: state.missingRights,
      }
    },
    open: connection => open(id, state, connection),
  }

  /** The payer follows what the charge asked for; the provider then says so. */
  const pay = (key: string) => {
    const charge = state.charges.get(key)!
    charge.outcome = { status: "succeeded", reference: charge.reference }
    state.reports.set(charge.reference, [{ type: "charge.succeeded", key }])
    return charge.reference
  }
  return { provider, state, pay }
}

const nameOf = (id: string) => id[0]!.toUpperCase() + id.slice(1)

/** Connects an account of a fake provider. */
export async function connect(api: Pick<Caller, "create">, account = "azul", fields: object = {}): Promise<Any> {
  const connection = { gateway: "fakepay", name: `Account ${account}`, credentials: { key: `test_${account}` }, ...fields }
  return (await api.create("/v1/gateway-connections/create", connection)).body.data
}

type Connection = { _id: string; gateway: string; eventsUrl: string }
let messages = 0

/** The provider reports something to a connection: the message only points to it, and what it says is read from the state. */
export async function sendReports(api: Pick<Caller, "post">, to: Connection, state: State, ...reports: Report[]): Promise<string> {
  const id = `message ${++messages}`
  state.reports.set(id, reports)
  const signature = [...state.endpoints.values()].find(({ url }) => url === to.eventsUrl)?.secret ?? ""
  const hints = [{ id, type: "changed", reference: id }]
  await api.post(`/v1/gateways/${to.gateway}/events/${to._id}`, JSON.stringify(hints), { signature })
  return id
}

/** The provider as one account. */
function open(id: string, state: State, connection: OpenConnection): ConnectedGateway {
  const { credentials, methods: offered } = connection
  const find = (reference: string | null | undefined) => [...state.charges.values()].find(each => each.reference === reference)
  return {
    id,
    name: nameOf(id),
    modes: ["sandbox", "live"],
    methods: [...offered],
    isToken: token => token.startsWith("pm_"),
    async prepare(request) {
      await call(state, "prepare", credentials)
      const reference = `fk_${state.charges.size + 1}`
      const outcome: Outcome = { status: "unknown" }
      const charge: Charge = { key: request.key, reference, request, connection: connection.id, outcome, confirmed: 0 }
      if (!state.charges.has(request.key)) state.charges.set(request.key, charge)
      return { reference: state.charges.get(request.key)!.reference }
    },
    async charge({ key, reference }) {
      await call(state, "charge", credentials)
      const charge = state.charges.get(key)
      if (!charge || charge.reference !== reference) throw new Error("the charge was not prepared")
      charge.confirmed++
      if (charge.confirmed === 1) charge.outcome = state.answer(charge)
      await state.before["charge answers"]?.()
      return charge.outcome
    },
    async lookUp(_tenant, _key, reference) {
      await call(state, "lookUp", credentials)
      const charge = find(reference)
      return charge && charge.confirmed > 0 ? charge.outcome : { status: "absent" }
    },
    async cancel(_tenant, _key, reference) {
      await call(state, "cancel", credentials)
      const charge = find(reference)
      if (!charge) return { status: "absent" }
      if (charge.outcome.status === "action") charge.outcome = { status: "canceled", reference: charge.reference }
      const answer = charge.outcome
      await state.before["cancel answers"]?.()
      return answer
    },
    refunds: refundsOf(state, credentials),
    events: eventsOf(state, connection),
    ...(state.isTelling && { balance: balanceOf(state, credentials) }),
    ...state.parts,
    pageOf: reference => `https://fakepay.example.com/payments/${reference}`,
  }
}

const balanceOf = (state: State, credentials: Credentials): BalanceGateway => ({
  async holds() {
    await call(state, "holds", credentials)
    return state.held
  },
  movements: async (from, until) => state.movements.filter(({ at }) => at >= from && at < until),
})

const refundsOf = (state: State, credentials: Credentials): RefundGateway => ({
  async refund(request: RefundRequest) {
    await call(state, "refund", credentials)
    const { key } = request
    state.refundRequests.push(request)
    const outcome = state.refunds.get(key) ?? state.refund(key)
    state.refunds.set(key, outcome)
    return outcome
  },
  async lookUp({ key }) {
    await call(state, "refund lookUp", credentials)
    return state.refunds.get(key) ?? { status: "absent" as const }
  },
})

const eventsOf = (state: State, { credentials, eventSecrets, eventsUrl }: OpenConnection): EventGateway => ({
  async register() {
    await call(state, "register", credentials)
    const endpoint = randomUUID()
    const secret = `secret_${endpoint}`
    state.endpoints.set(endpoint, { url: eventsUrl, secret })
    return { endpoint, secret }
  },
  async remove(endpoint) {
    await call(state, "remove", credentials)
    for (const [id, { url }] of state.endpoints) if (id === endpoint || (endpoint === null && url === eventsUrl)) state.endpoints.delete(id)
  },
  async verify({ headers, bytes }) {
    return !state.signs || eventSecrets.includes(headers["signature"] ?? "") ? (JSON.parse(bytes.toString()) as Hint[]) : undefined
  },
  async read({ reference }) {
    await call(state, "read", credentials)
    return state.reports.get(reference) ?? []
  },
})

export const unreachable = () => {
  throw new GatewayUnreachable("the connection was refused")
}
