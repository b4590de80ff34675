import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { Output } from "../../client.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { lookUp } from "../../lib/look-up.ts"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { entities, type EntityType } from "./request.ts"
import type { ApprovalRequest } from "./turn.ts"

type Payout = Output<"GET /v1/payouts/{id}">
type Refund = Output<"GET /v1/refund-intents/{id}">
type PaymentSplit = Output<"GET /v1/payment-splits/{id}">
type Transaction = Output<"GET /v1/transactions/{id}">
type Authorization = Output<"GET /v1/authorizations/{id}">

/** What is held, as its own resource tells it. */
export type Entity =
  | ({ type: "payout" } & Payout)
  | ({ type: "refund-intent" } & Refund)
  | ({ type: "payment-split" } & PaymentSplit)
  | ({ type: "transaction" } & Transaction)
  | ({ type: "authorization" } & Authorization)

/** Reads what a request is about; the objects of a whole list go out as one request for each resource. */
export function useEntity(type: EntityType, id: string): Entity | undefined {
  const { key } = entities[type]
  const row = useQuery({ queryKey: [key, "held", id], queryFn: () => lookUp(key, id), retry: false })
  return row.data ? ({ type, ...row.data } as Entity) : undefined
}

/** "to Harbour View Homestays": whom the money goes to, or comes from. */
export function Counterparty({ entity, isPlain = false }: { entity: Entity; isPlain?: boolean }): ReactNode {
  if (entity.type === "payout" && entity.partnership === null) return "to your own account"
  if (entity.type === "payout" || entity.type === "payment-split")
    return (
      <>
        to <Reference to="partnerships" id={entity.partnership} isPlain={isPlain} />
      </>
    )
  return (
    <>
      {entity.type === "refund-intent" ? "to" : "from"} <Reference to="contacts" id={entity.contact} isPlain={isPlain} />
    </>
  )
}

/** How the money goes, shown after the name of the recipient. */
export function Way({ entity }: { entity: Entity }): ReactNode {
  if (entity.type === "payout") {
    const account = entity.bankAccount === null ? "" : ` to ${entity.bankAccount.masked}`
    const arrives = entity.fx === null ? "" : `, arrives as ${money(entity.fx.targetAmount, entity.targetCurrency)}`
    return `by ${entity.method === "manual" ? "hand" : say(entity.method).toLowerCase()}${account}${arrives}`
  }
  if (entity.type === "authorization")
    return `${entity.scheme.toUpperCase()} ${entity.bankAccount.masked}, at most this much for each debit`
  return (
    <>
      {entity.type === "transaction" && `by ${say(entity.method).toLowerCase()} `}for{" "}
      <Reference to="payment-intents" id={entity.paymentIntent} />
    </>
  )
}

/** What people call it: its number where it has one. */
export const nameOf = (entity: Entity | undefined, request: ApprovalRequest) =>
  entity && "number" in entity ? (typeof entity.number === "number" ? `#${entity.number}` : entity.number) : request.entity

/** The maker's own words, where the object keeps them. */
export const reasonOf = (entity: Entity | undefined) => (entity?.type === "refund-intent" ? entity.reason : null)
