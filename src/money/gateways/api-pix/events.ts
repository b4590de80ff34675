import { createHash } from "node:crypto"
import { z } from "zod"
import type { InboundMessage } from "../gateway.ts"
import { CredentialsRejected, type EventGateway, GatewayRefused, type Hint, type OpenConnection, type Report } from "../provider.ts"
import type { PixAccount } from "./account.ts"
import { callBank, wordsOf } from "./client.ts"
import { amountOf, type Cob, type Devolucao, outcomeOf, paymentOf, type Pix, readCob, timeOf } from "./cob.ts"
import { refundFailure } from "./refunds.ts"
import { keyOf } from "./txid.ts"

export function eventsOf(account: PixAccount, { eventsUrl }: OpenConnection): EventGateway {
  const path = `/webhook/${encodeURIComponent(account.pixKey)}`
  return {
    async register() {
      const headers = account.bank?.webhookHeaders ?? {}
      const reply = await callBank(account, { method: "PUT", path, body: { webhookUrl: eventsUrl }, headers })
      if (reply.status >= 300)
        throw new GatewayRefused("address_refused", `the bank did not take the address for messages: ${wordsOf(account, reply)}`)
      return { endpoint: eventsUrl, secret: eventsUrl } // the bank signs nothing: only the address itself is a secret
    },
    /** A Pix key has one webhook. Another program may have registered its own since, which is left where we may see it. */
    async remove(registered) {
      const endpoint = registered ?? eventsUrl
      const existing = await callBank(account, { method: "GET", path }).catch(ifUnseen)
      if (existing && Webhook.safeParse(existing.body).data?.webhookUrl !== endpoint) return
      const reply = await callBank(account, { method: "DELETE", path })
      if (reply.status >= 300 && reply.status !== 404)
        throw new Error(`the bank did not remove the address for messages: ${wordsOf(account, reply)}`)
    },
    verify: async message => hintsOf(message),
    async read(hint) {
      const key = keyOf(hint.reference)
      const existing = key === undefined ? undefined : await readCob(account, hint.reference)
      if (key === undefined || !existing) return []
      return hint.type === "devolucao" ? reportsOfRefunds(key, existing.cob) : reportsOfPayment(key, existing.cob, existing.at, hint.id)
    },
  }
}

const Webhook = z.object({ webhookUrl: z.string() })

/** The credentials may lack the right to read webhooks: it is not needed. */
function ifUnseen(error: unknown): undefined {
  if (!(error instanceof CredentialsRejected)) throw error
}

const Notice = z.object({ id: z.string(), status: z.string() })
const Message = z.object({
  pix: z.array(
    z.object({
      endToEndId: z.string().regex(/^[a-zA-Z0-9]{1,64}$/),
      txid: z
        .string()
        .regex(/^[a-zA-Z0-9]{1,64}$/)
        .optional(),
      /** A list. In an example of the central bank it is a single object. */
      devolucoes: z.union([z.array(Notice), Notice.transform(notice => [notice])]).optional(),
    }),
  ),
})
/** What Efí sends when a webhook is registered. */
const Trial = z.object({ evento: z.literal("teste_webhook") })

/** Banks sign nothing, so a message is a hint whoever sent it: it only makes us ask the bank. */
function hintsOf({ bytes }: InboundMessage): Hint[] | undefined {
  const body = parseJson(bytes)
  if (Trial.safeParse(body).success) return []
  return Message.safeParse(body).data?.pix.map(({ endToEndId, txid, devolucoes = [] }) => {
    const type = devolucoes.length === 0 ? "pix" : "devolucao"
    return { id: hintId(endToEndId, devolucoes), type, reference: txid ?? endToEndId }
  })
}

/** A Pix is told once when it arrives, and again with each change of its refunds. */
function hintId(endToEndId: string, devolucoes: z.output<typeof Notice>[]): string {
  if (devolucoes.length === 0) return endToEndId
  const states = devolucoes.map(({ id, status }) => `${id} ${status}`).toSorted()
  return `${endToEndId}-${createHash("sha256").update(states.join()).digest("hex").slice(0, 16)}`
}

function reportsOfPayment(key: string, cob: Cob, at: Date, endToEndId: string): Report[] {
  const payment = paymentOf(cob)
  const extra = cob.pix.filter(each => each !== payment && each.endToEndId === endToEndId)
  return [reportOfCharge(key, cob, at), ...extra.map(each => receivedBeside(cob, each))]
}

function reportOfCharge(key: string, cob: Cob, at: Date): Report {
  const outcome = outcomeOf(cob, at)
  const { txid: reference } = cob
  if (outcome.status === "succeeded") return { type: "charge.succeeded", key }
  if (outcome.status === "expired") return { type: "charge.expired", key, reference }
  if (outcome.status === "canceled") return { type: "charge.canceled", key, reference }
  if (outcome.status === "action") return { type: "charge.action", key, reference, action: outcome.action }
  return { type: "charge.processing", key }
}

/** Money that came a second time for one charge. Only the message about that very Pix reports it, so that it is booked once. */
function receivedBeside({ txid, solicitacaoPagador }: Cob, { endToEndId, valor }: Pix): Report {
  const reference = [solicitacaoPagador, txid, endToEndId].filter(Boolean).join(" ")
  return { type: "bank-transfer.received", reference, amount: amountOf(valor), currency: "BRL" }
}

function reportsOfRefunds(key: string, cob: Cob): Report[] {
  const payment = paymentOf(cob)
  if (!payment) return []
  const takenBack = payment.devolucoes.filter(each => !isOurs(each)).flatMap(each => reportsOfTakeBack(key, payment, each))
  // The message about the payment may be later than the one about its end.
  const paid: Report[] = takenBack.length > 0 ? [{ type: "charge.succeeded", key }] : []
  return [...paid, ...takenBack, ...payment.devolucoes.filter(isOurs).flatMap(reportsOfRefund)]
}

const isOurs = ({ id, natureza = "ORIGINAL" }: Devolucao) => natureza === "ORIGINAL" && keyOf(id) !== undefined

function reportsOfRefund({ id, rtrId: reference = id, status, motivo }: Devolucao): Report[] {
  const key = keyOf(id) ?? id
  if (status === "DEVOLVIDO") return [{ type: "refund.succeeded", key, reference }]
  return status === "NAO_REALIZADO" ? [{ type: "refund.failed", key, ...refundFailure(motivo) }] : []
}

/** What the bank took back by itself, as the central bank allows for fraud, or what a person gave back in the bank's own app. */
function reportsOfTakeBack(key: string, { valor, horario: receivedAt }: Pix, devolucao: Devolucao): Report[] {
  const { id, rtrId: dispute = id, status, horario, motivo, natureza = "ORIGINAL" } = devolucao
  if (status !== "DEVOLVIDO") return []
  const amount = amountOf(devolucao.valor)
  if (amount === amountOf(valor)) return [{ type: "charge.reversed", key }]
  const at = timeOf(horario.liquidacao ?? horario.solicitacao ?? receivedAt)
  return [{ type: "dispute.lost", key, dispute, amount, reason: motivo ?? natureza, evidenceDueAt: at, at }]
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"))
  } catch {
    return undefined
  }
}
