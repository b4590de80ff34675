import { call, type Output } from "../../client.ts"
import { sha256Of } from "../../lib/sha256.ts"
import { upload } from "../../lib/upload.ts"
import type { Draft } from "./csv-roles.ts"

type Statement = Output<"GET /v1/bank-statements/{id}">
export type Imported = { statement: Statement; isRepeated: boolean }

/** `profile` is what a person said of the columns of a CSV file. */
type Fields = { ownAccount: string; format: string; profile: Draft | undefined; saveProfile: boolean }

/** The service answers the same bytes with the same statement; whether it had them before is asked first. */
export async function importFile(
  file: File,
  { ownAccount, format, profile, saveProfile }: Fields,
  options: Parameters<typeof upload>[2],
): Promise<Imported> {
  const before = await findSame(file, ownAccount)
  if (before) return { statement: before, isRepeated: true }
  const said = profile && { profile: JSON.stringify(profile), saveProfile: String(saveProfile) }
  const query = new URLSearchParams({ ownAccount, ...(format && { format }), ...said })
  return { statement: await upload<Statement>(`/v1/bank-statements/import?${query}`, file, options), isRepeated: false }
}

async function findSame(file: File, ownAccount: string): Promise<Statement | undefined> {
  const sha256 = await sha256Of(file)
  return sha256 === undefined ? undefined : (await call("GET /v1/bank-statements", { ownAccount, sha256, limit: 1 })).data[0]
}
