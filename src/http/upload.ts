import type { IncomingMessage } from "node:http"
import type { FastifyRequest } from "fastify"
import { authenticate } from "../kit/operation/ports.ts"
import type { Operation } from "../kit/operation/operation.ts"
import { assertAdmitted, assertPermitted } from "../kit/operation/perform.ts"
import { generalProblem } from "../kit/pure/errors.ts"
import { Upload } from "../kit/pure/upload.ts"
import { type Body, readBytes } from "./body.ts"
import { readRestCredential } from "./credential.ts"

/** A file is larger than other bodies, so nobody may send one before it is known who asks. The operation checks all of it again. */
export async function assertMayUpload(op: Operation, request: FastifyRequest) {
  const credential = readRestCredential(request)
  const header = request.headers["x-tenant-id"]
  const tenant = typeof header === "string" ? header : credential.kind === "session" ? credential.tenant : undefined
  const { caller } = assertAdmitted(await authenticate(credential), { credential, tenant }, true)
  assertPermitted(op, caller)
}

/** Reads a file: the field `file` of a form, or all of the body. */
export async function readUpload(stream: IncomingMessage, contentType: string | undefined, maxBytes: number): Promise<Body> {
  const bytes = await readBytes(stream, maxBytes)
  if (!bytes) return { bytes: Buffer.alloc(0), problem: generalProblem("VAL-1009", { limit: maxBytes / 1024 / 1024 }) }
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? "")) return { bytes, upload: { file: new Upload(bytes) } }
  try {
    return {
      bytes,
      upload: await fieldsOf(await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType! } }).formData()),
    }
  } catch {
    return {
      bytes,
      problem: generalProblem("VAL-1003", { detail: "The form can't be read; send it as multipart/form-data with its boundary" }),
    }
  }
}

async function fieldsOf(form: FormData): Promise<Record<string, unknown>> {
  const entries = await Promise.all(
    [...form].map(
      async ([name, value]) => [name, typeof value === "string" ? value : new Upload(Buffer.from(await value.arrayBuffer()))] as const,
    ),
  )
  return Object.fromEntries(entries)
}

/** The fields of a form, and those of the query string beside the bytes of a file. */
export function uploadedFields({ problem, upload }: Body, query: [name: string, value: string][]): object {
  if (problem) throw problem
  return { ...Object.fromEntries(query), ...upload }
}
