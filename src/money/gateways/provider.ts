import type { Tenant } from "../../kit/pure/caller.ts"
import { type Gateway, type GatewayEvent, GatewayUnreachable, type InboundMessage, type Method } from "./gateway.ts"

/** A provider to which each tenant connects its own account. An adapter that passes test/conformance may be listed in registry.ts. */
export type Provider = {
  id: string
  name: string
  modes: readonly Tenant["mode"][]
  /** What a person pastes to connect, in the order of the form. All of it is sealed. */
  credentials: readonly CredentialField[]
  /** What an account can offer; a connection offers all of it, or the part that a person chose. */
  methods: readonly Method[]
  /** Asks the provider whose credentials these are, and what they may not do. Throws `CredentialsRejected` where they are not valid. */
  inspect(credentials: Credentials): Promise<Inspection>
  /** The provider as one account of it. */
  open(connection: OpenConnection): ConnectedGateway
}

export type CredentialField = {
  field: string
  label: string
  /** Where the person finds it. */
  hint: string
  isOptional?: true
  /** A certificate or a key of several lines. */
  isLong?: true
  /** What others may know, such as an address: a form shows what is typed. It is sealed all the same. */
  isSecret?: false
  /** The only values that it takes. */
  choices?: readonly { value: string; label: string }[]
  /** What an empty one stands for. */
  whenEmpty?: string
}

export type Credentials = Readonly<Record<string, string>>

export type Inspection = {
  account: ProviderAccount
  /** Whether the credentials move real money. */
  mode: Tenant["mode"]
  /** Rights that the adapter needs and the credentials lack, in the provider's words. Empty where all is well. */
  missingRights: readonly string[]
}

/** `id` never changes for one account: rotated credentials must belong to the same one. */
export type ProviderAccount = { id: string; name: string; country: string | null }

/** A connection whose secrets are open. It may be neither stored nor logged. */
export type OpenConnection = {
  tenant: string
  id: string
  mode: Tenant["mode"]
  account: ProviderAccount
  credentials: Credentials
  /** The secrets that inbound messages may be signed with: two while one replaces the other. */
  eventSecrets: readonly string[]
  /** Where the provider sends its messages. */
  eventsUrl: string
  methods: readonly Method[]
}

/** A gateway that calls its provider with the credentials of one connection. */
export type ConnectedGateway = Gateway & {
  events: EventGateway
  /** Absent where the provider does not tell what it holds. */
  balance?: BalanceGateway
  /** The page of the provider that shows one of its objects to the account's owner. Undefined where it has none. */
  pageOf(reference: string): string | undefined
}

export type EventGateway = {
  /**
   * Lets the provider send its messages to `eventsUrl`, once however often it is called. Throws `GatewayRefused` where the provider does
   * not take the address. Absent where a person sets that up there.
   */
  register?(): Promise<{ endpoint: string; secret: string }>
  /** Ends what `register` began, also where its answer was lost: then the endpoint is null. Does nothing where it has ended. */
  remove?(endpoint: string | null): Promise<void>
  /** What a message points to, if it is valid; undefined where it is not. Its content is never believed: `read` asks the provider. */
  verify(message: InboundMessage): Promise<Hint[] | undefined>
  /**
   * The provider's ids that a message names whose signature is not valid, where real messages are known to fail that check. Nothing of it
   * is believed: our own open charge with such an id is looked up, at most once a minute.
   */
  namesOf?(message: InboundMessage): string[]
  /** What the provider now says about what a hint points to. Empty where that is not ours. Throws when it got no answer. */
  read(hint: Hint): Promise<Report[]>
}

/** That something has changed at the provider. */
export type Hint = {
  /** The provider's id of the message: the same one may come more than once. */
  id: string
  /** As the provider names it. */
  type: string
  /** The provider's id of the object that changed. */
  reference: string
}

/** An event as the adapter reads it at the provider; the receiver adds the tenant and an id. */
export type Report = GatewayEvent extends infer Event ? (Event extends GatewayEvent ? Omit<Event, "id" | "tenant"> : never) : never

export type BalanceGateway = {
  /** What the provider holds for the account at the moment, by currency, in minor units. */
  holds(): Promise<Held[]>
  /** Each change of it in this time, the oldest first. */
  movements(from: Date, until: Date): Promise<Movement[]>
}

/** `pending` is on its way to `available`; both belong to the tenant. */
export type Held = { currency: string; available: number; pending: number }

export type Movement = {
  id: string
  type: "charge" | "refund" | "dispute" | "fee" | "payout" | "other"
  /** The provider's id of what caused it. */
  reference: string
  /** The key of our charge or refund that caused it, where the provider keeps it: a reference may have another name there. */
  key?: string | undefined
  /** Before the fee; negative where money left. */
  amount: number
  fee: number
  currency: string
  at: Date
}

/** The provider does not accept the credentials, or no longer, so it did nothing. The message has the provider's words and no secret. */
export class CredentialsRejected extends GatewayUnreachable {}

/** The provider refuses what it was asked for, so certainly nothing was charged. The message says why, in words for people. */
export class GatewayRefused extends GatewayUnreachable {
  readonly code: string
  constructor(code: string, reason: string) {
    super(reason)
    this.code = code
  }
}
