import { isUtf8 } from "node:buffer"
import type { IncomingMessage } from "node:http"
import { isStorable } from "../kit/input.ts"
import { Problem } from "../kit/problem.ts"

/** Contract: a body over 1 MiB is refused. */
const bytesMost = 1024 * 1024

/** What was sent, and why it can't be used if so. The reason waits: who is asking is looked at first. */
export type Body = { bytes: Buffer; problem?: Problem }

/** A sender that is cut off in the middle never reads why: this much more is read and thrown away. */
const lingerMost = 16 * 1024 * 1024

/** Keeps no more than it may: of a body over the limit nothing stays, and its connection goes with the answer. */
export function readBody(stream: IncomingMessage, contentType: string | undefined): Promise<Body> {
  if (stream.readableEnded) return Promise.resolve(judged(Buffer.alloc(0), contentType)) // nothing was announced, so nothing comes
  const { promise, resolve, reject } = Promise.withResolvers<Body>()
  const chunks: Buffer[] = []
  let length = 0
  stream.on("data", (chunk: Buffer) => {
    length += chunk.length
    if (length <= bytesMost) chunks.push(chunk)
    else chunks.length = 0
    if (length > bytesMost + lingerMost) resolve(tooLong())
  })
  stream.once("end", () => resolve(length > bytesMost ? tooLong() : judged(Buffer.concat(chunks), contentType)))
  stream.once("error", reject)
  return promise
}

const tooLong = (): Body => ({ bytes: Buffer.alloc(0), problem: new Problem("VAL-1006") })

function judged(bytes: Buffer, contentType: string | undefined): Body {
  const isJson = /^application\/json\s*(;|$)/i.test(contentType ?? "")
  return bytes.length > 0 && !isJson ? { bytes, problem: new Problem("VAL-1008", { contentType: contentType ?? "nothing" }) } : { bytes }
}

/** The fields of a body. An empty one is an object without fields. */
export function fieldsIn({ bytes, problem }: Body): object {
  if (problem) throw problem
  if (bytes.length === 0) return {}
  const fields = parse(bytes)
  if (fields === null || typeof fields !== "object" || Array.isArray(fields)) {
    const message = "The body must be an object: one request works on one object"
    throw new Problem("VAL-1003", { detail: message }, [{ path: "", message }])
  }
  return fields
}

/** The parameters of a query, in the order in which they came; a name may come twice. */
export type Parameters = [name: string, value: string][]
export function parametersIn(query: string): Parameters {
  if (query === "") return []
  return isSimple.test(query) ? query.split("&").map(pair => pair.split("=") as [string, string]) : [...new URLSearchParams(query)]
}
/** Names and values of which nothing is escaped, as nearly all are. */
const isSimple = /^[\w.-]+=[\w.-]*(&[\w.-]+=[\w.-]*)*$/

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Problem("VAL-1001", { detail: "it is not UTF-8" })
  const text = bytes.toString("utf8")
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch (error) {
    throw new Problem("VAL-1001", { detail: (error as SyntaxError).message })
  }
  if (/\\u(0000|d[89a-f])/i.test(text)) assertStorable(fields, "")
  return fields
}

/** Escapes can smuggle in what no text may hold; only then is every string looked at. */
function assertStorable(value: unknown, path: string) {
  if (typeof value === "string" && !isStorable(value)) {
    const message = `${path} must be text without NUL and half characters`
    throw new Problem("VAL-1003", { detail: message }, [{ path, message }])
  }
  if (value !== null && typeof value === "object")
    for (const [key, each] of Object.entries(value)) {
      assertStorable(key, path)
      assertStorable(each, path ? `${path}.${key}` : key)
    }
}
