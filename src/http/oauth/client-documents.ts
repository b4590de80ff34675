import { request } from "../../kit/service/outbound-http.ts"

/** More than the authorization server accepts of a client's document, so that it refuses a longer one instead of reading a part. */
const maxDocumentBytes = 64 * 1024

/**
 * Fetches what a client publishes about itself: its metadata document, its keys. Anybody can name an address, so it is
 * treated like that of a webhook, and more strictly: no private destination, whatever webhooks may reach, no redirects, little time.
 */
export async function fetchDocument(url: string | URL | Request): Promise<Response> {
  const address = url instanceof Request ? url.url : String(url)
  const { status, body } = await request({
    method: "GET",
    url: address,
    headers: { accept: "application/json", "user-agent": "Countersign" },
    timeoutMs: 5_000,
    maxReplyBytes: maxDocumentBytes,
    allowPrivate: false,
  })
  return new Response(status === 204 || status === 304 ? null : body, { status })
}
