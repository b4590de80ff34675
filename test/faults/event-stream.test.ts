// Event streams over several processes, and processes that stop while streams are open.
import assert from "node:assert/strict"
import { test } from "node:test"
import { newContact, until } from "../harness.ts"
import { startServers } from "./server-process.ts"

const { apis, keys, servers } = await startServers(2)
const headers = { authorization: `ApiKey ${keys.apiKey}`, "x-tenant-id": keys.tenantId }

async function connect(server: number, lastEventId?: string) {
  const resumed = { ...headers, ...(lastEventId && { "last-event-id": lastEventId }) }
  const response = await fetch(`${servers[server]!.baseUrl}/v1/dev/events/stream`, { headers: resumed })
  let text = ""
  const end = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk
  })()
  const waitFor = (id: string) =>
    until(
      async () => /^id: (.+)$/m.exec(text.split("\n\n").find(each => each.includes(`"object":"${id}"`)) ?? "")?.[1],
      `${id} arrives`,
      60_000,
    )
  return { end, waitFor }
}
const createContact = async (server: number): Promise<string> =>
  (await apis[server]!.create("/v1/contacts/create", newContact())).body.data._id

test("ends the streams of a process that stops, and their clients continue at another one without a gap", async () => {
  const client = await connect(0)
  const last = await client.waitFor(await createContact(1)) // written by the other process
  assert.equal(await servers[0]!.stop(), 0)
  await client.end
  const missed = await createContact(1)
  const resumed = await connect(1, last)
  await resumed.waitFor(missed)
  await servers[1]!.stop()
  await resumed.end
})
