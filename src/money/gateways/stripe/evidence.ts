import type Stripe from "stripe"
import { config } from "../../../kit/service/config.ts"
import { sha256 } from "../../../kit/service/crypto.ts"
import { request as download } from "../../../kit/service/outbound-http.ts"
import type { EvidenceRequest } from "../dispute-gateway.ts"
import { gatewayTimeoutMs } from "../gateway.ts"
import type { StripeClient } from "./client.ts"
import { Dispute, File } from "./objects.ts"
import { stepKey } from "./ownership.ts"

/** Where Stripe has a place for one file, by the kind of document that belongs there. */
const fileFields = [
  "receipt",
  "customer_communication",
  "service_documentation",
  "shipping_documentation",
  "refund_policy",
  "cancellation_policy",
  "customer_signature",
  "duplicate_charge_documentation",
  "uncategorized_file",
] as const satisfies readonly (keyof Stripe.DisputeUpdateParams.Evidence)[]
type FileField = (typeof fileFields)[number]

type Document = { name: string; url: string; kind?: string | undefined }

const maxTextLength = 20_000
const maxFileBytes = 4_500_000

/** Hands evidence over. Banks usually read one submission only, so that what was submitted is noted at the dispute and not sent again. */
export async function submitEvidence(client: StripeClient, request: EvidenceRequest, { id, metadata }: Pick<Dispute, "id" | "metadata">) {
  if (metadata?.["evidence"] === request.key) return
  const { placed, left } = place(request.documents.map(each => (typeof each === "string" ? { name: each, url: each } : each)))
  const files: Partial<Record<FileField, string>> = {}
  for (const [field, document] of placed) files[field] = await upload(client, request, field, document)
  const text = [request.text, ...left.map(({ name, url }) => `Further document: ${name} ${url}`)].join("\n").slice(0, maxTextLength)
  const params: Stripe.DisputeUpdateParams = {
    evidence: { uncategorized_text: text, ...files },
    metadata: { evidence: request.key },
    submit: true,
  }
  await client.post(Dispute, `/v1/disputes/${id}`, params, stepKey(request, "evidence"))
}

/** Each place takes one file. What finds its place taken is named in the text. */
function place(documents: Document[]): { placed: Map<FileField, Document>; left: Document[] } {
  const placed = new Map<FileField, Document>()
  const left: Document[] = []
  for (const document of documents) {
    const kind = document.kind?.replaceAll("-", "_")
    const field = fileFields.find(each => each === kind) ?? "uncategorized_file"
    if (placed.has(field)) left.push(document)
    else placed.set(field, document)
  }
  return { placed, left }
}

const fileTypes: Record<string, string> = { "application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png" }

async function upload(client: StripeClient, request: EvidenceRequest, field: FileField, { name, url }: Document): Promise<string> {
  const { type, content } = await fetchDocument(name, url)
  const boundary = sha256(stepKey(request, field)) // the same each time: Stripe compares a repeated request with the first one
  const part = (disposition: string, rest = "") => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${rest}\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('name="purpose"')}dispute_evidence\r\n`),
    Buffer.from(part(`name="file"; filename="${field}.${fileTypes[type]}"`, `Content-Type: ${type}\r\n`)),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return (await client.upload(File, "/v1/files", { boundary, body }, stepKey(request, `file-${field}`))).id
}

/** The tenant's users name the address, so only public ones are called. */
async function fetchDocument(name: string, url: string): Promise<{ type: string; content: Buffer }> {
  const limits = { timeoutMs: gatewayTimeoutMs, maxReplyBytes: maxFileBytes, allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE }
  const { status, headers, body } = await download({ method: "GET", url, headers: {}, encoding: "latin1", ...limits })
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? ""
  if (status !== 200) throw new Error(`the document ${name} could not be read: its address answered ${status}`)
  if (!Object.hasOwn(fileTypes, type)) throw new Error(`the document ${name} is ${type || "of no type"}; Stripe takes PDF, JPEG and PNG`)
  if (body.length >= maxFileBytes) throw new Error(`the document ${name} is larger than 4.5 MB, which Stripe does not take`)
  return { type, content: Buffer.from(body, "latin1") }
}
