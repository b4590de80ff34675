import assert from "node:assert/strict"
import { after, test } from "node:test"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { type Any, startTestServer } from "../../../test/harness.ts"
import { payoutFixtures } from "../../../test/payout-fixtures.ts"

const server = await startTestServer()
const { bodyFor, dueSplit, newPayout, simulateFailure } = await payoutFixtures(server.api)

async function agent(key: string) {
  const client = new Client({ name: "Test assistant", version: "1" })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/v1/mcp`), { requestInit }))
  after(() => client.close())
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    use: async (name: string, args: object): Promise<Any> => (await client.callTool({ name, arguments: args as Any })).structuredContent,
  }
}

test("agents read payouts by number, with rate, reason and masked account, but can't create or send them", async () => {
  const { names, use } = await agent(server.keys.apiKey)
  const due = await dueSplit()
  const payout = await newPayout(bodyFor(due))
  await simulateFailure(payout, { reason: "account closed" })
  const { payout: read } = await use("payout_get", { payout: payout.number })
  assert.deepEqual([read._id, read.status, read.failureReason, read.fx], [payout._id, "failed", "account closed", null])
  assert.equal(read.bankAccount.masked, "•••• 3000")
  const listed = await use("payout_list", { partnership: due.partner.code, status: "failed", method: "bank-transfer", currency: "BRL" })
  assert.deepEqual([listed.count, listed.payouts[0]._id], [1, payout._id])
  assert.deepEqual((await names()).filter(name => name.startsWith("payout")).toSorted(), ["payout_get", "payout_list"])
})
