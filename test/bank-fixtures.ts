import assert from "node:assert/strict"
import { type Any, type ApiResponse, type TestServer, until } from "./harness.ts"

let count = 0

/** A German IBAN with right check digits, another one each time. */
function newIban(): string {
  const account = `37040044${String(++count + 7000).padStart(10, "0")}`
  const rest = Array.from(`${account}131400`).reduce((sum, digit) => Number(`${sum}${digit}`) % 97, 0)
  return `DE${String(98 - rest).padStart(2, "0")}${account}`
}

/** Own accounts in EUR, and files for them. */
export async function statementFixtures({ api, baseUrl, keys }: Pick<TestServer, "api" | "baseUrl" | "keys">) {
  async function newAccount(fields: object = {}): Promise<Any> {
    const iban = newIban()
    const { status, body, text } = await api.create("/v1/own-accounts/create", { name: `Bank ${count}`, currency: "EUR", iban, ...fields })
    assert.equal(status, 201, text)
    return { iban, ...fields, ...body.data }
  }
  const upload = (account: Any, file: string, query = "", headers: Record<string, string> = {}): Promise<ApiResponse> =>
    api.post(`/v1/bank-statements/import?ownAccount=${account._id}${query}`, file, {
      "content-type": "application/octet-stream",
      ...headers,
    })
  async function form(account: Any, file: string, fields: Record<string, string> = {}) {
    const body = new FormData()
    body.set("ownAccount", account._id)
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set("file", new Blob([file]), "statement.xml")
    const headers = { authorization: `ApiKey ${keys.apiKey}`, "x-tenant-id": keys.tenantId }
    const response = await fetch(`${baseUrl}/v1/bank-statements/import`, { method: "POST", headers, body })
    return { status: response.status, body: (await response.json()) as Any }
  }
  return { newAccount, upload, form }
}

/** Waits until every imported line is matched. The worker matches each in a commit of its own. */
export const linesAreMatched = ({ sql }: Pick<TestServer, "sql">) =>
  until(async () => (await sql("select 1 from jobs where kind = 'match-bank-lines'")).length === 0, "the lines are matched", 240_000)
