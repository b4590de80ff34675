// An agent that reminds everybody who is late, at most once a day. Its tools can't move money.
//   npm install @modelcontextprotocol/client
//   COUNTERSIGN_URL=http://localhost:4000 COUNTERSIGN_KEY=cs_… node remind.mjs            shows who would get a reminder
//   COUNTERSIGN_URL=http://localhost:4000 COUNTERSIGN_KEY=cs_… node remind.mjs --send     sends the reminders
import { setTimeout } from "node:timers/promises"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"

const isSending = process.argv.includes("--send")
const headers = { authorization: `Bearer ${process.env.COUNTERSIGN_KEY}` }
const client = new Client({ name: "reminder", version: "1.0.0" })
await client.connect(new StreamableHTTPClientTransport(new URL("/v1/mcp", process.env.COUNTERSIGN_URL), { requestInit: { headers } }))

/** The result of a tool. A refusal is a result, too: it has a code that never changes and a sentence. Too many calls in a minute wait. */
async function call(name, args) {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
  if (!isError) return structuredContent
  const refusal = JSON.parse(content[0].text)
  const { retryAfterSeconds } = refusal.details ?? {}
  if (refusal.code !== "AGENT_TOOL_RATE_LIMITED" || !(retryAfterSeconds <= 60)) return { refusal }
  await setTimeout(retryAfterSeconds * 1000)
  return call(name, args)
}

async function* overdueIntents() {
  let startingAfter
  do {
    const { refusal, paymentIntents, hasMore } = await call("payment_intent_list", {
      status: "overdue",
      ...(startingAfter && { startingAfter }),
    })
    if (refusal) throw new Error(refusal.message)
    yield* paymentIntents
    startingAfter = hasMore ? paymentIntents.at(-1)._id : undefined
  } while (startingAfter)
}

let count = 0
for await (const { _id, number, due, currency, plan } of overdueIntents()) {
  if (plan) continue // its plan is in the list as well
  const outcome = isSending ? await remind(_id) : "would be reminded"
  if (/^(would be )?reminded$/.test(outcome)) count++
  console.log(`${number}  ${due} ${currency}  ${outcome}`)
}
console.log(`${count} ${isSending ? "reminded" : "would be reminded; send the reminders with --send"}`)
await client.close()

/** The same call within a day returns the first result, marked as replayed, and sends nothing. */
async function remind(paymentIntent) {
  const { refusal, replayed } = await call("payment_intent_remind", { paymentIntent })
  if (refusal) return `not reminded: ${refusal.message}`
  return replayed ? "reminded before, within a day" : "reminded"
}
