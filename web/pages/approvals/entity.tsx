import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { Output } from "../../client.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { monthName } from "../../lib/calendar.ts"
import { lookUp } from "../../lib/look-up.ts"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { rich } from "../../lib/rich.ts"
import { inSentence, t } from "../../lib/translate.ts"
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

/** "Payout to Harbour View Homestays": what it is, and the recipient or the payer. */
export function Subject({ entity, isPlain = false }: { entity: Entity; isPlain?: boolean }): ReactNode {
  if (entity.type === "journal-close") return t`Reopening of ${monthName(entity.month)}`
  if (entity.type === "payout" && entity.partnership === null) return t`Payout to your own account`
  if (entity.type === "payout" || entity.type === "payment-split") {
    const partner = <Reference to="partnerships" id={entity.partnership} isPlain={isPlain} />
    return entity.type === "payout" ? rich`Payout to ${partner}` : rich`Split to ${partner}`
  }
  const contact = <Reference to="contacts" id={entity.contact} isPlain={isPlain} />
  if (entity.type === "refund-intent") return rich`Refund to ${contact}`
  return entity.type === "transaction" ? rich`Payment from ${contact}` : rich`Mandate from ${contact}`
}

/** The method of payment, shown after the name of the recipient. */
export function Way({ entity }: { entity: Entity }): ReactNode {
  if (entity.type === "payout") {
    return [
      entity.method === "manual" ? t`by hand` : byMethod(entity.method),
      entity.bankAccount && t`to the account ${entity.bankAccount.masked}`,
      entity.fx && t`arrives as ${money(entity.fx.targetAmount, entity.targetCurrency)}`,
    ]
      .filter(part => part !== null)
      .join(", ")
  }
  if (entity.type === "journal-close") return t`so that entries can be dated in it again`
  if (entity.type === "authorization")
    return t`${entity.scheme.toUpperCase()} ${entity.bankAccount.masked}, at most this much for each debit`
  const payment = <Reference to="payment-intents" id={entity.paymentIntent} />
  if (entity.type !== "transaction") return rich`for the payment ${payment}`
  return (
    <>
      {byMethod(entity.method)} {rich`for the payment ${payment}`}
    </>
  )
}

const byMethod = (method: string) => t`method: ${inSentence(say(method))}`

/** Its name for people: its number, if it has one. */
export const nameOf = (entity: Entity | undefined, request: ApprovalRequest) =>
  entity && "number" in entity ? (typeof entity.number === "number" ? `#${entity.number}` : entity.number) : request.entity

/** The reason or description that the maker wrote, if there is one. */
export const reasonOf = (entity: Entity | undefined) =>
  entity?.type === "refund-intent" ? entity.reason : entity?.type === "journal-close" ? (entity.reopening?.reason ?? null) : null
