// Workers that die while they send mails.
import assert from "node:assert/strict"
import { after, test } from "node:test"
import { SMTPServer } from "smtp-server"
import { freePort } from "../free-port.ts"
import { createCaller, newContact, newIntent, until } from "../harness.ts"
import { startServer, startServers } from "./server-process.ts"

/** Answers no message while `isHolding` is set: the worker then does not know whether the message was accepted. */
const messages: { id: string; to: string[]; isAnswered: boolean }[] = []
let isHolding = false
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, { envelope }, done) {
    let raw = ""
    stream.setEncoding("utf8").on("data", (chunk: string) => (raw += chunk))
    stream.on("end", () => {
      const to = envelope.rcptTo.map(({ address }) => address)
      messages.push({ id: /^Message-ID: (.+)$/im.exec(raw)![1]!, to, isAnswered: !isHolding })
      if (!isHolding) done()
    })
  },
})
smtp.on("error", () => {}) // caused by the connections of killed workers
const port = await freePort()
await new Promise<void>(resolve => smtp.listen(port, "127.0.0.1", resolve))
after(() => new Promise<void>(resolve => smtp.close(resolve)))

test("keeps the Message-ID of a mail whose worker dies repeatedly, and marks the mail as sent once", async () => {
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_SANDBOX: "true" }
  const { servers, databaseUrl, keys, sql } = await startServers(1, env)
  let server = servers[0]!
  const api = () => createCaller(server.baseUrl, keys)
  isHolding = true
  const { email } = (await api().post("/v1/contacts/create", newContact())).body.data
  const { _id } = (await api().create("/v1/payment-intents/create", newIntent(email))).body.data
  await api().post(`/v1/payment-intents/${_id}/remind`)
  for (let deaths = 1; deaths <= 2; deaths++) {
    await until(async () => messages.length === deaths, "the server has the message")
    assert.equal((await api().get(`/v1/dev/mails?object=${_id}`)).body.data[0].status, "sending")
    await server.stop("SIGKILL")
    await sql("update jobs set leased_until = now() where kind = 'send-mail'") // instead of waiting a minute for the dead worker's lease
    isHolding = deaths === 1
    server = await startServer(databaseUrl, env)
  }
  const mail = await until(async () => (await api().get(`/v1/dev/mails?object=${_id}&status=sent`)).body.data[0], "the mail is sent")
  assert.equal(mail.attempts, 3)
  assert.deepEqual([messages.length, new Set(messages.map(({ id }) => id)).size], [3, 1])
  assert.deepEqual(
    messages.filter(({ isAnswered }) => isAnswered).map(({ to }) => to),
    [[email]],
  )
  assert.equal((await api().get(`/v1/dev/mails?recipient=${encodeURIComponent(email)}`)).body.count, 1)
  await until(async () => (await sql("select 1 from jobs where kind = 'send-mail'")).length === 0, "its job is done")
})
