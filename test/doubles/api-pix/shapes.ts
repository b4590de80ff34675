import { z } from "zod"

/** The requests of the central bank's API 2.9.0. A bank refuses what it does not know, and so does the double. */
const valor = z.string().regex(/^\d{1,10}\.\d{2}$/)
const pessoaFisica = z.strictObject({ cpf: z.string().regex(/^\d{11}$/), nome: z.string().min(1).max(200) })
const pessoaJuridica = z.strictObject({ cnpj: z.string().regex(/^[0-9A-Z]{14}$/), nome: z.string().min(1).max(200) })

export const CobSolicitada = z.strictObject({
  calendario: z.strictObject({ expiracao: z.int32().min(1).default(86_400) }),
  devedor: z.union([pessoaFisica, pessoaJuridica]).optional(),
  loc: z.strictObject({ id: z.int() }).optional(),
  valor: z.strictObject({
    original: valor.refine(text => !/^0+\.00$/.test(text), "Valor da cobrança não pode ser 0.00"),
    modalidadeAlteracao: z.int().min(0).max(1).optional(),
  }),
  chave: z.string().max(77),
  solicitacaoPagador: z.string().max(140).optional(),
  infoAdicionais: z
    .array(z.strictObject({ nome: z.string().max(50), valor: z.string().max(200) }))
    .max(50)
    .optional(),
})
export type CobSolicitada = z.output<typeof CobSolicitada>

/** Removing a charge goes with no other change. */
export const CobRevisada = z.union([
  z.strictObject({ status: z.literal("REMOVIDA_PELO_USUARIO_RECEBEDOR") }),
  z.strictObject(CobSolicitada.partial().shape),
])

export const DevolucaoSolicitada = z.strictObject({
  valor,
  natureza: z.enum(["ORIGINAL", "RETIRADA"]).optional(),
  descricao: z.string().max(140).optional(),
})

export const WebhookSolicitado = z.strictObject({ webhookUrl: z.url() })

/** A refusal of the form that RFC 7807 prescribes. */
export class Refusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, type: string, detail: string, violacoes: object[] = []) {
    super(detail)
    this.status = status
    this.body = {
      type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
      title: type,
      status,
      detail,
      ...(violacoes.length > 0 && { violacoes }),
    }
  }
}

export function parse<T extends z.ZodType>(schema: T, body: unknown, type: string): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const violacoes = result.error.issues.map(({ message, path }) => ({ razao: message, propriedade: path.join(".") }))
  throw new Refusal(400, type, "A requisição não respeita o schema", violacoes)
}
