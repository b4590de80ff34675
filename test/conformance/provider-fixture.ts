import assert from "node:assert/strict"
import {
  type ChargeRequest,
  GatewayUnreachable,
  type InboundMessage,
  type Outcome,
  type RefundRequest,
} from "../../src/money/gateways/gateway.ts"
import type { ConnectedGateway, Credentials, OpenConnection } from "../../src/money/gateways/provider.ts"
import type { SavedMethodFixture } from "./saved-methods.ts"
import type { Proxy } from "../doubles/proxy.ts"

/** What the suite needs from an adapter: a double of its provider behind a proxy, and access to the double's own view. */
export type ProviderFixture = {
  /** What stands between the adapter and the double. */
  proxy: Proxy
  credentials: {
    valid: Credentials
    /** The provider knows no account that they belong to. */
    invalid: Credentials
    /** They belong to the account of the valid ones and lack rights, which are named like this. Absent where rights can't be taken away. */
    limited?: { credentials: Credentials; missing: readonly RegExp[] }
  }
  /** A connection with the valid credentials. Its address for messages is new with each call. */
  newConnection(fields?: Partial<OpenConnection>): OpenConnection
  /** A charge with a new key, by the method whose payer acts later: on a page, or with a code. */
  newRequest(fields?: Partial<ChargeRequest>): ChargeRequest
  /** A charge that the provider declines as soon as it is sent. Absent where only the payer declines. */
  newDeclined?(): Promise<ChargeRequest>
  payer: {
    pays(reference: string): Promise<void>
    /** Lets the time pass in which the payer could act. */
    letsExpire(reference: string): Promise<void>
  }
  /** How many charges with this key the provider has, paid or not. */
  countCharges(key: string): Promise<number>
  /** How many of them took money. */
  countPaid(key: string): Promise<number>
  refunds?: {
    countRefunds(key: string): Promise<number>
    /** Lets the refund with this key end, also after it had succeeded. */
    settle(key: string, status: "succeeded" | "failed"): Promise<void>
    /** What the refunds that are made from now on are at first. */
    begin(status: "succeeded" | "processing"): void
    /** A refund that the provider declines: for more than was charged, say. */
    newDeclined?(request: RefundRequest): RefundRequest
  }
  /** Where the provider keeps cards for later payments. */
  savedMethods?: Omit<SavedMethodFixture, "countPaid">
  events: {
    /** The messages that the provider has sent to this connection about the charge or refund with this key, the oldest first. */
    messagesAbout(connection: OpenConnection, key: string): Promise<InboundMessage[]>
    /** A valid message about an object that was not made by us. */
    newForeign(connection: OpenConnection): Promise<InboundMessage>
    /** Whether messages carry a signature over all their bytes. */
    isSigned: boolean
    /** How many endpoints the provider has for this address. Absent where a person sets them up. */
    countEndpoints?(url: string): Promise<number>
  }
  /** The provider accepts the valid credentials no longer while this runs. */
  whileRevoked<T>(run: () => Promise<T>): Promise<T>
}

/** Prepares a charge as the service does: its reference is known before it is sent. */
export async function prepare(gateway: ConnectedGateway, request: ChargeRequest): Promise<ChargeRequest> {
  const prepared = await gateway.prepare?.(request)
  return { ...request, ...prepared }
}

/** Begins a charge that waits for its payer. */
export async function begin(gateway: ConnectedGateway, request: ChargeRequest) {
  const outcome = await gateway.charge(await prepare(gateway, request))
  assert.equal(outcome.status, "action")
  return { ...request, reference: referenceOf(outcome) }
}

export const referenceOf = (outcome: Outcome) => ("reference" in outcome ? outcome.reference : assert.fail("the outcome has no reference"))

/** Repeats a call, and loses the answer to its first request, then to its second, until none of its requests is left to lose. */
export async function losingEachAnswer<Given, Answer>(
  { proxy }: Pick<ProviderFixture, "proxy">,
  given: () => Promise<Given>,
  call: (given: Given) => Promise<Answer>,
  check: (given: Given, answer: Answer | undefined) => Promise<void>,
) {
  for (let nth = 1, hasLost = true; hasLost; nth++) {
    const input = await given()
    proxy.loseAnswer(nth)
    const answer = await call(input).catch((error: unknown) => {
      assert.ok(!(error instanceof GatewayUnreachable), "a request that arrived is not called unreachable")
      return undefined
    })
    hasLost = proxy.stopLosing()
    assert.ok(hasLost || nth > 1, "the call sends at least one request")
    await check(input, answer)
  }
}
