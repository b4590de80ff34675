import type { Answer, Client, Json } from "./client.ts"
import type { Receiver } from "./receiver.ts"
import type { Sign } from "./sign.ts"

/** What one tenant has, as its programs remember it. */
export type Business = Awaited<ReturnType<typeof openBusiness>>

/** Payouts and refunds from these amounts on, and payments by hand, wait for the approver. */
export const heldFrom = { payout: 20_000, refund: 5_000, transaction: 90_000 }

export const brazilian = { country: "BR", currency: "BRL", iban: "BR1500000000000010932840814P2" }

/** Of the partners' bank accounts. The names decide what the simulator makes of a payout to them. */
const holders = [
  ["Casa Verde", "CASA"],
  ["Return Payout", "CASA"],
  ["Timeout Payout", "RUA"],
  ["Fail Payout", "RUA"],
] as const

/** A contact's permission to debit. */
type Mandate = { id: string; contact: string }

type Other = { clientOf: (apiKey: string) => Client; receiver: Receiver; sign: Sign }

/** Sets a tenant up: partners, people, policies and a webhook endpoint. `clientOf` returns a client for another API key. */
export async function openBusiness(owner: Client, { clientOf, receiver, sign }: Other) {
  const create = async (path: string, fields: object): Promise<Json> => dataOf(await owner.write(path, fields))
  const key = await create("/v1/dev/api-keys/create", { name: "Approver", role: "approver" })
  const approver = clientOf(key.key)
  const policy = (entityType: string, amountMin: number) =>
    create("/v1/approvals/policies/create", {
      name: `${entityType} from ${amountMin}`,
      entityType,
      strategy: "any-of",
      approvers: [key.user],
      conditions: { amountMin },
    })
  await policy("payout", heldFrom.payout)
  await policy("refund-intent", heldFrom.refund)
  await policy("transaction", heldFrom.transaction)
  const partner = (code: string, basisPoints: number) =>
    create("/v1/partnerships/create", { name: code, code, kind: "supplier", splitTerms: { type: "percentage", basisPoints } })
  await partner("CASA", 1500)
  await partner("RUA", 333)
  const account = async ([holder, partnership]: readonly [string, string]) => {
    const { _id } = await create("/v1/bank-accounts/create", { ...brazilian, holder, owner: "partnership", partnership })
    return { partnership, bankAccount: _id as string }
  }
  const accounts = await Promise.all(holders.map(account))
  const { secret } = await create("/v1/dev/webhooks/create", { url: receiver.address(owner.tenantId), events: ["*"] })
  receiver.secrets.set(owner.tenantId, secret as string)
  return {
    owner,
    approver,
    /** For events of the gateway. */
    sign,
    contacts: [] as string[],
    intents: [] as string[],
    plans: [] as string[],
    payments: [] as string[],
    refunds: [] as string[],
    payouts: [] as string[],
    requests: [] as string[],
    splits: [] as string[],
    transfers: [] as string[],
    /** Of partners. */
    accounts,
    mandates: [] as Mandate[],
    subscriptions: [] as string[],
    disputes: [] as string[],
    /** Charges that wait for their payer. */
    waiting: [] as string[],
  }
}

function dataOf({ status, text, body }: Answer): Json {
  if (status >= 300) throw new Error(`the trial could not be set up: ${status} ${text}`)
  return body.data
}
