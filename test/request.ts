import { Agent, type IncomingMessage, request } from "node:http"
import { buffer } from "node:stream/consumers"
import { gunzipSync } from "node:zlib"

type Request = { method: string; headers: Record<string, string>; body?: string | undefined }

const agent = new Agent({ keepAlive: true })

/** Like `fetch`, but with less than half of its CPU time: a run of the tests sends tens of thousands of requests. */
export async function sendRequest(url: string, { method, headers, body }: Request) {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) } // Node adds it for POST, but not for DELETE
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent, method, headers: { "accept-encoding": "gzip", ...length, ...headers } }, resolve)
      .on("error", reject)
      .end(body)
  })
  const bytes = await buffer(response)
  const isZipped = response.headers["content-encoding"] === "gzip" && bytes.length > 0
  return { status: response.statusCode!, headers: headersOf(response.rawHeaders), text: String(isZipped ? gunzipSync(bytes) : bytes) }
}

function headersOf(raw: string[]): Headers {
  const headers = new Headers()
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i]!, raw[i + 1]!)
  return headers
}
