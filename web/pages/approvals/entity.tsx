import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { Output } from "../../client.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { monthName } from "../../lib/calendar.ts"
import { lookUp } from "../../lib/look-up.ts"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { entities, type EntityType } from "./request.ts"
import type { ApprovalRequest } from "./turn.ts"

type Payout = Output<"GET /v1/payouts/{id}">
type Refund = Output<"GET /v1/refund-intents/{id}">
type PaymentSplit = Output<"GET /v1/payment-splits/{id}">
type Transaction = Output<"GET /v1/transactions/{id}">
type JournalClose = Output<"GET /v1/journal-closes/{id}">
type Authorization = Output<"GET /v1/authorizations/{id}">

/** The held object, as its own route returns it. */
export type Entity =
  | ({ type: "payout" } & Payout)
  | ({ type: "refund-intent" } & Refund)
  | ({ type: "payment-split" } & PaymentSplit)
  | ({ type: "transaction" } & Transaction)
  | ({ type: "authorization" } & Authorization)
  | ({ type: "journal-close" } & JournalClose)

/** Reads the object of a request; the objects of a whole list are read with one request per resource. */
export function useEntity(type: EntityType, id: string): Entity | undefined {
  const { key } = entities[type]
  const row = useQuery({ queryKey: [key, "held", id], queryFn: () => lookUp(key, id), retry: false })
  return row.data ? ({ type, ...row.data } as Entity) : undefined
}

/** "to Harbour View Homestays": the recipient or the payer. */
export function Counterparty({ entity, isPlain = false }: { entity: Entity; isPlain?: boolean }): ReactNode {
  if (entity.type === "journal-close") return `of ${monthName(entity.month)}`
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

/** The method of payment, shown after the name of the recipient. */
export function Way({ entity }: { entity: Entity }): ReactNode {
  if (entity.type === "payout") {
    const account = entity.bankAccount === null ? "" : ` to ${entity.bankAccount.masked}`
    const arrives = entity.fx === null ? "" : `, arrives as ${money(entity.fx.targetAmount, entity.targetCurrency)}`
    return `by ${entity.method === "manual" ? "hand" : say(entity.method).toLowerCase()}${account}${arrives}`
  }
  if (entity.type === "journal-close") return "so that entries can be dated in it again"
  if (entity.type === "authorization")
    return `${entity.scheme.toUpperCase()} ${entity.bankAccount.masked}, at most this much for each debit`
  return (
    <>
      {entity.type === "transaction" && `by ${say(entity.method).toLowerCase()} `}for{" "}
      <Reference to="payment-intents" id={entity.paymentIntent} />
    </>
  )
}

/** Its name for people: its number, if it has one. */
export const nameOf = (entity: Entity | undefined, request: ApprovalRequest) =>
  entity && "number" in entity ? (typeof entity.number === "number" ? `#${entity.number}` : entity.number) : request.entity

/** The reason or description that the maker wrote, if there is one. */
export const reasonOf = (entity: Entity | undefined) =>
  entity?.type === "refund-intent" ? entity.reason : entity?.type === "journal-close" ? (entity.reopening?.reason ?? null) : null
