import { randomBytes } from "node:crypto"
import { CobRevisada, CobSolicitada, DevolucaoSolicitada, parse, Refusal, WebhookSolicitado } from "./shapes.ts"

type Devolucao = {
  id: string
  rtrId: string
  valor: string
  natureza?: string
  horario: { solicitacao: string; liquidacao?: string }
  status: "EM_PROCESSAMENTO" | "DEVOLVIDO" | "NAO_REALIZADO"
  motivo?: string
}
type Pix = { endToEndId: string; txid: string; valor: string; horario: string; devolucoes?: Devolucao[] }
type Cob = CobSolicitada & { txid: string; revisao: number; status: string; criacao: string; pix: Pix[] }

/** What the bank sends to the address that was registered for the key. */
export type Message = { url: string; body: { pix: Pix[] } }

/** The books of a bank that receives Pix for one account. */
export function createBank(pixKey: string) {
  const cobs = new Map<string, Cob>()
  let webhook: { webhookUrl: string; criacao: string } | undefined
  const messages: Message[] = []
  /** What a test may change. */
  const ways = { repeatedPut: "refused" as "refused" | "revises", refundsBegin: "DEVOLVIDO" as Devolucao["status"], delivers: true }

  const cobOf = (txid: string) => {
    const cob = cobs.get(txid)
    if (!cob) throw new Refusal(404, "CobNaoEncontrado", "Cobrança não encontrada para o txid informado")
    return cob
  }
  const pixOf = (endToEndId: string) => {
    const pix = [...cobs.values()].flatMap(cob => cob.pix).find(each => each.endToEndId === endToEndId)
    if (!pix) throw new Refusal(404, "PixNaoEncontrado", "pix não encontrado para o e2eid informado")
    return pix
  }
  const refundOf = (id: string) => {
    const all = [...cobs.values()].flatMap(cob => cob.pix).flatMap(pix => (pix.devolucoes ?? []).map(devolucao => ({ pix, devolucao })))
    return all.find(({ devolucao }) => devolucao.id === id)
  }
  const tell = (...pix: Pix[]) => {
    if (webhook && ways.delivers) messages.push({ url: `${webhook.webhookUrl}/pix`, body: { pix: structuredClone(pix) } })
  }

  return {
    ways,
    messages,
    cobs,
    refundOf,
    webhookUrl: () => webhook?.webhookUrl,

    putCob(txid: string, body: unknown) {
      if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) throw new Refusal(400, "CobOperacaoInvalida", "O txid não respeita o schema")
      const solicitada = parse(CobSolicitada, body, "CobOperacaoInvalida")
      if (solicitada.chave !== pixKey) throw new Refusal(400, "CobOperacaoInvalida", "A chave não pertence a este usuário recebedor")
      const existing = cobs.get(txid)
      if (existing && (ways.repeatedPut === "refused" || existing.status !== "ATIVA"))
        throw new Refusal(409, "CobOperacaoInvalida", "Campo txid já foi utilizado em outra cobrança")
      const revisao = existing ? existing.revisao + 1 : 0
      const criacao = existing?.criacao ?? new Date().toISOString()
      const cob: Cob = { ...solicitada, txid, revisao, criacao, status: "ATIVA", pix: [] }
      cobs.set(txid, cob)
      return show(cob)
    },
    patchCob(txid: string, body: unknown) {
      const cob = cobOf(txid)
      const revisada = parse(CobRevisada, body, "CobOperacaoInvalida")
      if (cob.status !== "ATIVA") throw new Refusal(400, "CobOperacaoInvalida", "A cobrança não está ATIVA")
      Object.assign(cob, revisada, { revisao: cob.revisao + 1 })
      return show(cob)
    },
    getCob: (txid: string) => ({ ...show(cobOf(txid)), ...(cobOf(txid).pix.length > 0 && { pix: cobOf(txid).pix }) }),
    getPix: pixOf,
    putDevolucao(endToEndId: string, id: string, body: unknown) {
      if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) throw new Refusal(400, "PixDevolucaoInvalida", "O id não respeita o schema")
      const pix = pixOf(endToEndId)
      const { valor } = parse(DevolucaoSolicitada, body, "PixDevolucaoInvalida")
      const devolucoes = (pix.devolucoes ??= [])
      if (devolucoes.some(each => each.id === id)) throw new Refusal(400, "PixDevolucaoInvalida", "id já utilizado por outra devolução")
      const given = devolucoes.filter(each => each.status !== "NAO_REALIZADO").reduce((sum, each) => sum + cents(each.valor), 0)
      if (given + cents(valor) > cents(pix.valor)) throw new Refusal(400, "PixDevolucaoInvalida", "A devolução excederia o valor do pix")
      const devolucao: Devolucao = { id, rtrId: newId("D"), valor, horario: { solicitacao: now() }, status: ways.refundsBegin }
      devolucoes.push(devolucao)
      if (devolucao.status !== "EM_PROCESSAMENTO") tell(pix)
      return devolucao
    },
    getDevolucao(endToEndId: string, id: string) {
      const devolucao = pixOf(endToEndId).devolucoes?.find(each => each.id === id)
      if (!devolucao) throw new Refusal(404, "PixDevolucaoNaoEncontrada", "devolução não encontrada para o e2eid informado")
      return devolucao
    },
    putWebhook(chave: string, body: unknown) {
      if (chave !== pixKey) throw new Refusal(400, "WebhookOperacaoInvalida", "A chave não pertence a este usuário recebedor")
      const { webhookUrl } = parse(WebhookSolicitado, body, "WebhookOperacaoInvalida")
      webhook = { webhookUrl, criacao: now() }
    },
    getWebhook(chave: string) {
      if (chave !== pixKey || !webhook) throw new Refusal(404, "WebhookNaoEncontrado", "o webhook não encontra-se estabelecido")
      return { ...webhook, cnpj: "12345678000195" }
    },
    deleteWebhook(chave: string) {
      if (chave !== pixKey || !webhook) throw new Refusal(404, "WebhookNaoEncontrado", "o webhook não encontra-se estabelecido")
      webhook = undefined
    },

    /** The payer pays the code. By another amount, or a second time, only where the payer's bank breaks the rules. */
    pay(txid: string, { valor, breaksRules = false }: { valor?: string; breaksRules?: boolean } = {}): string {
      const cob = cobOf(txid)
      const isExpired = Date.parse(cob.criacao) + cob.calendario.expiracao * 1000 <= Date.now()
      if (!breaksRules && (cob.status !== "ATIVA" || isExpired)) throw new Error(`the charge ${txid} can't be paid any more`)
      const pix: Pix = { endToEndId: newId("E"), txid, valor: valor ?? cob.valor.original, horario: now() }
      cob.pix.push(pix)
      cob.status = "CONCLUIDA"
      tell(pix)
      return pix.endToEndId
    },
    /** The time passes in which the charge could be paid. Its status stays: it says nothing about time. */
    letExpire(txid: string) {
      const cob = cobOf(txid)
      cob.criacao = new Date(Date.parse(cob.criacao) - cob.calendario.expiracao * 1000 - 1000).toISOString()
    },
    settleRefund(id: string, status: Devolucao["status"]) {
      const { pix, devolucao } = refundOf(id)!
      Object.assign(devolucao, { status, ...(status === "NAO_REALIZADO" && { motivo: "Negado por timeout" }) })
      devolucao.horario.liquidacao = now()
      tell(pix)
    },
    /** The bank takes money back by itself, or a person gives it back in the bank's app. */
    takeBack(endToEndId: string, valor: string, natureza: "MED_FRAUDE" | "MED_OPERACIONAL" | "ORIGINAL") {
      const pix = pixOf(endToEndId)
      const horario = { solicitacao: now(), liquidacao: now() }
      const devolucao: Devolucao = {
        id: `B${randomBytes(8).toString("hex")}`,
        rtrId: newId("D"),
        valor,
        natureza,
        horario,
        status: "DEVOLVIDO",
      }
      pix.devolucoes = [...(pix.devolucoes ?? []), devolucao]
      tell(pix)
      return devolucao.rtrId
    },
    /** Sends one message about several Pix: banks put those of one key together. */
    tellTogether: (...ids: string[]) => tell(...ids.map(pixOf)),
  }
}
export type Bank = ReturnType<typeof createBank>

/** Without what was paid, which only the look at one charge shows. */
function show({ criacao, pix: _pix, ...cob }: Cob) {
  const location = `pix.example.com/qr/v2/${cob.txid}`
  return {
    ...cob,
    calendario: { criacao, expiracao: cob.calendario.expiracao },
    loc: { id: 789, location, tipoCob: "cob", criacao },
    location,
    pixCopiaECola: `00020101021226830014BR.GOV.BCB.PIX2561${location}5204000053039865802BR5907FULANO6008BRASILIA62070503***6304AD38`,
  }
}

const cents = (valor: string) => Number(valor.replace(".", ""))
const now = () => new Date().toISOString()
const newId = (letter: "E" | "D") =>
  `${letter}12345678${now().replace(/\D/g, "").slice(0, 12)}${randomBytes(6).toString("hex").slice(0, 11)}`
