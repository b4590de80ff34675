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
type Message = { url: string; body: { pix: Pix[] } }

/** The books of a bank that receives Pix for one account. */
export function createBank(pixKey: string) {
  const books: Books = {
    pixKey,
    cobs: new Map(),
    webhook: undefined,
    messages: [],
    ways: { repeatedPut: "refused", refundsBegin: "DEVOLVIDO", delivers: true },
  }
  const { ways, messages, cobs } = books
  return {
    ways,
    messages,
    cobs,
    refundOf: (id: string) => refundOf(books, id),
    webhookUrl: () => books.webhook?.webhookUrl,
    ...chargesIn(books),
    ...refundsIn(books),
    ...webhooksIn(books),
    ...actsIn(books),
  }
}
export type Bank = ReturnType<typeof createBank>

type Books = {
  pixKey: string
  cobs: Map<string, Cob>
  webhook: { webhookUrl: string; criacao: string } | undefined
  messages: Message[]
  /** What a test may change. */
  ways: { repeatedPut: "refused" | "revises"; refundsBegin: Devolucao["status"]; delivers: boolean }
}

function cobOf({ cobs }: Books, txid: string): Cob {
  const cob = cobs.get(txid)
  if (!cob) throw new Refusal(404, "CobNaoEncontrado", "Cobrança não encontrada para o txid informado")
  return cob
}

const allPix = ({ cobs }: Books) => [...cobs.values()].flatMap(cob => cob.pix)

function pixOf(books: Books, endToEndId: string): Pix {
  const pix = allPix(books).find(each => each.endToEndId === endToEndId)
  if (!pix) throw new Refusal(404, "PixNaoEncontrado", "pix não encontrado para o e2eid informado")
  return pix
}

const refundOf = (books: Books, id: string) =>
  allPix(books)
    .flatMap(pix => (pix.devolucoes ?? []).map(devolucao => ({ pix, devolucao })))
    .find(({ devolucao }) => devolucao.id === id)

function tell({ webhook, ways, messages }: Books, ...pix: Pix[]) {
  if (webhook && ways.delivers) messages.push({ url: `${webhook.webhookUrl}/pix`, body: { pix: structuredClone(pix) } })
}

const chargesIn = (books: Books) => ({
  putCob(txid: string, body: unknown) {
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) throw new Refusal(400, "CobOperacaoInvalida", "O txid não respeita o schema")
    const solicitada = parse(CobSolicitada, body, "CobOperacaoInvalida")
    if (solicitada.chave !== books.pixKey) throw new Refusal(400, "CobOperacaoInvalida", "A chave não pertence a este usuário recebedor")
    const existing = books.cobs.get(txid)
    if (existing && (books.ways.repeatedPut === "refused" || existing.status !== "ATIVA"))
      throw new Refusal(409, "CobOperacaoInvalida", "Campo txid já foi utilizado em outra cobrança")
    const revisao = existing ? existing.revisao + 1 : 0
    const cob: Cob = { ...solicitada, txid, revisao, criacao: existing?.criacao ?? now(), status: "ATIVA", pix: [] }
    books.cobs.set(txid, cob)
    return show(cob)
  },
  patchCob(txid: string, body: unknown) {
    const cob = cobOf(books, txid)
    const revisada = parse(CobRevisada, body, "CobOperacaoInvalida")
    if (cob.status !== "ATIVA") throw new Refusal(400, "CobOperacaoInvalida", "A cobrança não está ATIVA")
    Object.assign(cob, revisada, { revisao: cob.revisao + 1 })
    return show(cob)
  },
  getCob(txid: string) {
    const { pix } = cobOf(books, txid)
    return { ...show(cobOf(books, txid)), ...(pix.length > 0 && { pix }) }
  },
  getPix: (endToEndId: string) => pixOf(books, endToEndId),
})

const refundsIn = (books: Books) => ({
  putDevolucao(endToEndId: string, id: string, body: unknown) {
    if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) throw new Refusal(400, "PixDevolucaoInvalida", "O id não respeita o schema")
    const pix = pixOf(books, endToEndId)
    const { valor } = parse(DevolucaoSolicitada, body, "PixDevolucaoInvalida")
    const devolucoes = (pix.devolucoes ??= [])
    if (devolucoes.some(each => each.id === id)) throw new Refusal(400, "PixDevolucaoInvalida", "id já utilizado por outra devolução")
    const given = devolucoes.filter(each => each.status !== "NAO_REALIZADO").reduce((sum, each) => sum + cents(each.valor), 0)
    if (given + cents(valor) > cents(pix.valor)) throw new Refusal(400, "PixDevolucaoInvalida", "A devolução excederia o valor do pix")
    const status = books.ways.refundsBegin
    const devolucao: Devolucao = { id, rtrId: newId("D"), valor, horario: { solicitacao: now() }, status }
    devolucoes.push(devolucao)
    if (status !== "EM_PROCESSAMENTO") tell(books, pix)
    return devolucao
  },
  getDevolucao(endToEndId: string, id: string) {
    const devolucao = pixOf(books, endToEndId).devolucoes?.find(each => each.id === id)
    if (!devolucao) throw new Refusal(404, "PixDevolucaoNaoEncontrada", "devolução não encontrada para o e2eid informado")
    return devolucao
  },
})

function webhooksIn(books: Books) {
  const webhookOf = (chave: string) => {
    if (chave !== books.pixKey || !books.webhook) throw new Refusal(404, "WebhookNaoEncontrado", "o webhook não encontra-se estabelecido")
    return books.webhook
  }
  return {
    putWebhook(chave: string, body: unknown) {
      if (chave !== books.pixKey) throw new Refusal(400, "WebhookOperacaoInvalida", "A chave não pertence a este usuário recebedor")
      books.webhook = { ...parse(WebhookSolicitado, body, "WebhookOperacaoInvalida"), criacao: now() }
    },
    getWebhook: (chave: string) => ({ ...webhookOf(chave), cnpj: "12345678000195" }),
    deleteWebhook(chave: string) {
      webhookOf(chave)
      books.webhook = undefined
    },
  }
}

/** What payers, banks and time do. */
const actsIn = (books: Books) => ({
  /** The payer pays the code. By another amount, or a second time, only where the payer's bank breaks the rules. */
  pay(txid: string, { valor, breaksRules = false }: { valor?: string; breaksRules?: boolean } = {}): string {
    const cob = cobOf(books, txid)
    const isExpired = Date.parse(cob.criacao) + cob.calendario.expiracao * 1000 <= Date.now()
    if (!breaksRules && (cob.status !== "ATIVA" || isExpired)) throw new Error(`the charge ${txid} can't be paid any more`)
    const pix: Pix = { endToEndId: newId("E"), txid, valor: valor ?? cob.valor.original, horario: now() }
    cob.pix.push(pix)
    cob.status = "CONCLUIDA"
    tell(books, pix)
    return pix.endToEndId
  },
  /** The time passes in which the charge could be paid. Its status stays: it says nothing about time. */
  letExpire(txid: string) {
    const cob = cobOf(books, txid)
    cob.criacao = new Date(Date.parse(cob.criacao) - cob.calendario.expiracao * 1000 - 1000).toISOString()
  },
  settleRefund(id: string, status: Devolucao["status"]) {
    const { pix, devolucao } = refundOf(books, id)!
    Object.assign(devolucao, { status, ...(status === "NAO_REALIZADO" && { motivo: "Negado por timeout" }) })
    devolucao.horario.liquidacao = now()
    tell(books, pix)
  },
  /** The bank takes money back by itself, or a person gives it back in the bank's app. */
  takeBack(endToEndId: string, valor: string, natureza: "MED_FRAUDE" | "MED_OPERACIONAL" | "ORIGINAL") {
    const pix = pixOf(books, endToEndId)
    const [id, rtrId, horario] = [`B${randomBytes(8).toString("hex")}`, newId("D"), { solicitacao: now(), liquidacao: now() }]
    pix.devolucoes = [...(pix.devolucoes ?? []), { id, rtrId, valor, natureza, horario, status: "DEVOLVIDO" }]
    tell(books, pix)
    return rtrId
  },
  /** Sends one message about several Pix: banks put those of one key together. */
  tellTogether: (...ids: string[]) => tell(books, ...ids.map(id => pixOf(books, id))),
})

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
