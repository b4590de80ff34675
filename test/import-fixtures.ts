import assert from "node:assert/strict"
import { type Any, type Caller, until } from "./harness.ts"

/** Uploads files and follows their imports. */
export async function importFixtures(api: Pick<Caller, "get" | "post">) {
  async function create(kind: string, file: string, fields: Record<string, string> = {}): Promise<Any> {
    const query = new URLSearchParams({ kind, fileName: `${kind}.csv`, ...fields })
    const { status, body, text } = await api.post(`/v1/imports/create?${query.toString()}`, file, { "content-type": "text/csv" })
    assert.equal(status, 201, text)
    return body.data
  }
  /** Waits until neither a dry run nor the import goes on. */
  const ended = ({ _id }: Any, timeoutMs = 60_000): Promise<Any> =>
    until(
      async () => {
        const { data } = (await api.get(`/v1/imports/${_id}`)).body
        return !["running", "checking"].includes(data.status) && data
      },
      "the import has ended",
      timeoutMs,
    )
  async function run(draft: Any, timeoutMs?: number): Promise<Any> {
    const { status, text } = await api.post(`/v1/imports/${draft._id}/start`)
    assert.equal(status, 200, text)
    return ended(draft, timeoutMs)
  }
  const rowsOf = async ({ _id }: Any, query = ""): Promise<Any[]> =>
    (await api.get(`/v1/imports/${_id}/rows${query}${query === "" ? "?" : "&"}limit=100`)).body.data.toReversed()
  return { create, ended, run, rowsOf }
}
