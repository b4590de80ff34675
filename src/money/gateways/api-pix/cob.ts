import { z } from "zod"
import { minorUnits } from "../../../kit/pure/money.ts"
import type { Outcome } from "../gateway.ts"
import type { PixAccount } from "./account.ts"
import { type BankReply, callBank, wordsOf } from "./client.ts"

/** The shapes of the central bank's API 2.9.0, as far as they are read. */
const Devolucao = z.object({
  id: z.string(),
  rtrId: z.string().optional(),
  valor: z.string(),
  natureza: z.string().optional(),
  status: z.string(),
  motivo: z.string().optional(),
  horario: z.object({ solicitacao: z.string().optional(), liquidacao: z.string().optional() }).default({}),
})
export type Devolucao = z.output<typeof Devolucao>

const Pix = z.object({
  endToEndId: z.string().regex(/^[a-zA-Z0-9]{1,64}$/),
  valor: z.string(),
  horario: z.string(),
  devolucoes: z.array(Devolucao).default([]),
})
export type Pix = z.output<typeof Pix>

const Cob = z
  .object({
    txid: z.string(),
    status: z.string(),
    calendario: z.object({ criacao: z.string(), expiracao: z.coerce.number() }),
    valor: z.object({ original: z.string() }),
    pixCopiaECola: z.string().optional(),
    /** How Sicoob names it. */
    brcode: z.string().optional(),
    solicitacaoPagador: z.string().optional(),
    pix: z.array(Pix).nullish(),
  })
  .transform(({ pixCopiaECola, brcode, pix, ...cob }) => ({ ...cob, code: pixCopiaECola ?? brcode, pix: pix ?? [] }))
export type Cob = z.output<typeof Cob>

export function parseCob({ body }: BankReply): Cob {
  const cob = Cob.safeParse(body)
  if (!cob.success) throw new Error("the bank's answer is no charge of API Pix", { cause: cob.error })
  return cob.data
}

/** The charge as the bank has it now, with what was paid for it. Undefined where the bank has none. */
export async function readCob(account: PixAccount, txid: string): Promise<{ cob: Cob; at: Date } | undefined> {
  const reply = await callBank(account, { method: "GET", path: `/cob/${txid}` })
  if (reply.status === 404) return undefined
  if (reply.status !== 200) throw new Error(`the bank did not show the charge: ${wordsOf(account, reply)}`)
  return { cob: parseCob(reply), at: reply.at }
}

export async function readDevolucao(account: PixAccount, endToEndId: string, id: string): Promise<Devolucao | undefined> {
  const reply = await callBank(account, { method: "GET", path: `/pix/${endToEndId}/devolucao/${id}` })
  if (reply.status === 404) return undefined
  if (reply.status !== 200) throw new Error(`the bank did not show the refund: ${wordsOf(account, reply)}`)
  return parseDevolucao(reply)
}

export function parseDevolucao({ body }: BankReply): Devolucao {
  const devolucao = Devolucao.safeParse(body)
  if (!devolucao.success) throw new Error("the bank's answer is no refund of API Pix", { cause: devolucao.error })
  return devolucao.data
}

/**
 * What became of the charge. A status says nothing about time: a charge that nobody paid stays ATIVA after it has expired. Money that came
 * counts whatever the status is.
 */
export function outcomeOf(cob: Cob, at: Date): Outcome {
  const { txid: reference, status } = cob
  if (paymentOf(cob)) return { status: "succeeded", reference }
  if (status.startsWith("REMOVID")) return { status: "canceled", reference }
  if (status !== "ATIVA") return { status: "processing", reference } // paid, but the bank does not show the Pix yet
  const expiresAt = expiryOf(cob)
  if (expiresAt <= at) return { status: "expired", reference }
  if (cob.code === undefined) throw new Error("the bank's answer has no pixCopiaECola")
  return { status: "action", reference, action: { type: "qr", payload: cob.code, expiresAt } }
}

/**
 * The Pix that pays the charge: the first one of its amount. Others are not booked for it. Where none has its amount, a person must look:
 * an amount that nobody asked for is not booked by guess.
 */
export function paymentOf({ txid, pix, valor }: Cob): Pix | undefined {
  const payment = pix
    .toSorted((a, b) => timeOf(a.horario).getTime() - timeOf(b.horario).getTime())
    .find(each => isSame(each.valor, valor.original))
  if (payment ?? pix.length === 0) return payment
  const paid = pix.map(each => `${each.valor} by ${each.endToEndId}`).join(", ")
  throw new Error(
    `the charge ${txid} asks for BRL ${valor.original}, but the payer sent BRL ${paid}; it is not booked until a person decides`,
  )
}

const isSame = (a: string, b: string) => amountOf(a) === amountOf(b)

/** In minor units. */
export function amountOf(text: string): number {
  const amount = minorUnits(text, "BRL")
  if (amount === undefined) throw new Error(`the bank's answer has "${text}" where an amount belongs`)
  return amount
}

const expiryOf = ({ calendario: { criacao, expiracao } }: Cob) => new Date(timeOf(criacao).getTime() + expiracao * 1000)

/** A time without its zone is Brasília's. */
export function timeOf(text: string): Date {
  const time = new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}-03:00`)
  if (Number.isNaN(time.getTime())) throw new Error(`the bank's answer has "${text}" where a time belongs`)
  return time
}
