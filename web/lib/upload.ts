import { type ApiError, refused } from "../client.ts"
import { tenantHeader } from "./tenant-header.ts"

type Options = { onProgress(share: number): void; signal: AbortSignal }

/** Sends a file as the body. `fetch` can't say how much of it has been sent. */
export function upload<T>(url: string, file: Blob, { onProgress, signal }: Options): Promise<T> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    const refuse = (status: number, body?: Parameters<typeof refused>[1]) =>
      void refused(status, body).then((error: ApiError) => reject(error), reject)
    sending.responseType = "json"
    sending.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total))
    sending.upload.addEventListener("load", () => onProgress(1))
    sending.addEventListener("load", () => {
      const body = sending.response as { data?: T; error?: never } | null
      if (sending.status < 300 && body?.data !== undefined) resolve(body.data)
      else refuse(sending.status, body ?? undefined)
    })
    sending.addEventListener("error", () => refuse(0))
    sending.addEventListener("abort", () => reject(new DOMException("The person has stopped it", "AbortError")))
    signal.addEventListener("abort", () => sending.abort())
    sending.open("POST", url)
    for (const [name, value] of Object.entries({ ...tenantHeader, "content-type": "application/octet-stream" }))
      sending.setRequestHeader(name, value)
    sending.send(file)
  })
}
