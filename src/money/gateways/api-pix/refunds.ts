import { decimal } from "../../../kit/pure/money.ts"
import type { RefundGateway, RefundOutcome, RefundRequest } from "../gateway.ts"
import type { OpenConnection } from "../provider.ts"
import { createJoin, orLost, orUnknown, startInTime } from "../provider-calls.ts"
import type { PixAccount } from "./account.ts"
import { callBank, wordsOf } from "./client.ts"
import { amountOf, type Devolucao, parseDevolucao, paymentOf, readCob, readDevolucao } from "./cob.ts"
import { txidOf } from "./txid.ts"

const join = createJoin<RefundOutcome>()

export function refundsOf(account: PixAccount, { id, tenant }: OpenConnection): RefundGateway {
  return {
    refund: request => join(`${id} ${request.key}`, () => orUnknown(refund(account, request))),
    async lookUp(request) {
      return request.tenant === tenant ? orUnknown(lookUp(account, request)) : { status: "absent" }
    },
  }
}

/** Our id exists once for each Pix. Whatever the bank refuses may be there from an earlier attempt, so it is asked. */
async function refund(account: PixAccount, request: RefundRequest): Promise<RefundOutcome> {
  const assertInTime = startInTime()
  const id = txidOf(request.key)
  const endToEndId = await paidBy(account, request)
  if (endToEndId === undefined)
    return { status: "declined", reference: id, code: "charge_not_paid", reason: "the bank shows no Pix that paid this charge" }
  assertInTime()
  const body = { valor: decimal(request.amount, request.currency) }
  const reply = await callBank(account, { method: "PUT", path: `/pix/${endToEndId}/devolucao/${id}`, body })
  if (reply.status === 200 || reply.status === 201) return outcomeOf(assertAmount(parseDevolucao(reply), request))
  const existing = await orLost(readDevolucao(account, endToEndId, id))
  if (existing) return outcomeOf(assertAmount(existing, request))
  return { status: "declined", reference: id, code: "refused_by_bank", reason: wordsOf(account, reply) }
}

async function lookUp(account: PixAccount, request: RefundRequest): Promise<RefundOutcome | { status: "absent" }> {
  const endToEndId = await paidBy(account, request)
  const existing = endToEndId === undefined ? undefined : await readDevolucao(account, endToEndId, txidOf(request.key))
  return existing ? outcomeOf(assertAmount(existing, request)) : { status: "absent" }
}

/** The id of the Pix that paid the charge. The bank keeps it with the charge. */
async function paidBy(account: PixAccount, { charge }: RefundRequest): Promise<string | undefined> {
  const existing = await readCob(account, charge.reference ?? txidOf(charge.key))
  return existing && paymentOf(existing.cob)?.endToEndId
}

function assertAmount(devolucao: Devolucao, { amount }: RefundRequest): Devolucao {
  if (amountOf(devolucao.valor) === amount) return devolucao
  throw new Error(`the bank has the refund ${devolucao.id} with BRL ${devolucao.valor}, which is not the amount that was asked for`)
}

function outcomeOf({ id, rtrId: reference = id, status, motivo }: Devolucao): RefundOutcome {
  if (status === "DEVOLVIDO") return { status: "succeeded", reference }
  if (status === "NAO_REALIZADO") return { status: "declined", reference, ...refundFailure(motivo) }
  return { status: "processing", reference }
}

export const refundFailure = (motivo?: string) => ({
  code: "refund_not_made",
  reason: motivo ?? "the payer's bank did not take the money back",
})
