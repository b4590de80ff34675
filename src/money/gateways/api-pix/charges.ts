import { databaseClock } from "../../../kit/db/database-clock.ts"
import { decimal } from "../../../kit/pure/money.ts"
import type { ChargeRequest, Gateway, Outcome } from "../gateway.ts"
import type { OpenConnection } from "../provider.ts"
import { createJoin, orLost, orUnknown } from "../provider-calls.ts"
import { taxIdOf } from "../tax-id.ts"
import type { PixAccount } from "./account.ts"
import { callBank, wordsOf } from "./client.ts"
import { amountOf, type Cob, outcomeOf, parseCob, readCob } from "./cob.ts"
import { txidOf } from "./txid.ts"

/** A day, as the central bank proposes. */
const defaultLifeSeconds = 86_400
const maxLifeSeconds = 2 ** 31 - 1

const join = createJoin<Outcome>()

export function chargesOf(account: PixAccount, { id, tenant }: OpenConnection): Required<Pick<Gateway, "charge" | "lookUp" | "cancel">> {
  return {
    charge: request => join(`${id} ${request.key}`, () => orUnknown(create(account, request))),
    async lookUp(of, key) {
      return of === tenant ? orUnknown(lookUp(account, key)) : { status: "absent" }
    },
    async cancel(of, key) {
      return of === tenant ? orUnknown(remove(account, key)) : { status: "absent" }
    },
  }
}

/** Our txid exists once for ever at the bank. Whatever it refuses may be there from an earlier attempt, so it is asked. */
async function create(account: PixAccount, request: ChargeRequest): Promise<Outcome> {
  const txid = txidOf(request.key)
  const refusal = refusalOf(request)
  if (refusal !== undefined) return { status: "declined", reference: txid, code: "invalid_request", reason: refusal }
  const body = bodyOf(account, request)
  const reply = await callBank(account, { method: "PUT", path: `/cob/${txid}`, body })
  if (reply.status === 200 || reply.status === 201) {
    const cob = parseCob(reply)
    if (cob.code !== undefined && cob.status === "ATIVA") return outcomeOf(assertAmount(cob, request), reply.at)
  }
  const existing = await orLost(readCob(account, txid))
  if (existing) return outcomeOf(assertAmount(existing.cob, request), existing.at)
  return { status: "declined", reference: txid, code: "refused_by_bank", reason: wordsOf(account, reply) }
}

function refusalOf({ amount, currency }: ChargeRequest): string | undefined {
  if (currency !== "BRL") return `Pix is in BRL, not in ${currency}; nothing was charged`
  return /^\d{1,10}\.\d{2}$/.test(decimal(amount, currency)) && amount > 0
    ? undefined
    : "Pix takes 0.01 to 9,999,999,999.99 BRL; nothing was charged"
}

function bodyOf({ pixKey }: PixAccount, { amount, currency, payer, description, expiresAt }: ChargeRequest): object {
  const taxId = payer && payer.name.trim() !== "" ? taxIdOf(payer) : undefined
  const lifeMs = expiresAt && expiresAt.getTime() - databaseClock.now().getTime()
  const expiracao = lifeMs === undefined ? defaultLifeSeconds : Math.min(Math.max(Math.ceil(lifeMs / 1000), 1), maxLifeSeconds)
  return {
    calendario: { expiracao },
    ...(taxId && { devedor: { [taxId.type.toLowerCase()]: taxId.number, nome: payer?.name.slice(0, 200) } }),
    valor: { original: decimal(amount, currency) },
    chave: pixKey,
    ...(description && { solicitacaoPagador: description.slice(0, 140) }),
  }
}

function assertAmount(cob: Cob, { amount }: ChargeRequest): Cob {
  if (amountOf(cob.valor.original) === amount) return cob
  throw new Error(`the bank has the charge ${cob.txid} with BRL ${cob.valor.original}, which is not the amount that was asked for`)
}

async function lookUp(account: PixAccount, key: string): Promise<Outcome | { status: "absent" }> {
  const existing = await readCob(account, txidOf(key))
  return existing ? outcomeOf(existing.cob, existing.at) : { status: "absent" }
}

/** The payer may pay until the bank has removed the charge, so what the bank shows afterwards is what happened. */
async function remove(account: PixAccount, key: string): Promise<Outcome | { status: "absent" }> {
  const body = { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" }
  const { status } = await callBank(account, { method: "PATCH", path: `/cob/${txidOf(key)}`, body })
  return status === 404 ? { status: "absent" } : orLost(lookUp(account, key))
}
