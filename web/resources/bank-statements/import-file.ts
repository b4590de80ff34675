import { call, type Output } from "../../client.ts"
import { upload } from "../../lib/upload.ts"

type Statement = Output<"GET /v1/bank-statements/{id}">
export type Imported = { statement: Statement; isRepeated: boolean }

/** The service answers the same bytes with the same statement; whether it had them before is asked first. */
export async function importFile(
  file: File,
  { ownAccount, format }: { ownAccount: string; format: string },
  options: Parameters<typeof upload>[2],
): Promise<Imported> {
  const before = await findBySha256(file, ownAccount)
  if (before) return { statement: before, isRepeated: true }
  const query = new URLSearchParams({ ownAccount, ...(format && { format }) })
  return { statement: await upload<Statement>(`/v1/bank-statements/import?${query}`, file, options), isRepeated: false }
}

/** On plain http browsers compute hashes only on localhost. */
async function findBySha256(file: File, ownAccount: string): Promise<Statement | undefined> {
  if (!("subtle" in crypto)) return undefined
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer())
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)))
  const sha256 = base64.replaceAll("+", "-").replaceAll("/", "_").replace("=", "") // as the service writes it
  return (await call("GET /v1/bank-statements", { ownAccount, sha256, limit: 1 })).data[0]
}
