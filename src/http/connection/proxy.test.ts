import assert from "node:assert/strict"
import { once } from "node:events"
import { connect } from "node:net"
import { test } from "node:test"
import { newContact, startTestServer } from "../../../test/harness.ts"

const { api, baseUrl } = await startTestServer({ TRUST_PROXY: "2", MAX_CONNECTIONS_PER_ADDRESS: "2", ROLE: "api" })

const addressOf = async (forwarded?: string) => {
  const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded }
  const { _id } = (await api.post("/v1/contacts/create", newContact(), headers)).body.data
  const [entry] = (await api.get(`/v1/contacts/${_id}/timeline`)).body.data
  return entry.origin.address
}

test("behind two proxies the client address is the one the outer proxy saw, and forged entries are ignored", async () => {
  assert.equal(await addressOf("198.51.100.7, 10.0.0.1"), "198.51.100.7")
  assert.equal(await addressOf("6.6.6.6, 198.51.100.7, 10.0.0.1"), "198.51.100.7")
  assert.equal(await addressOf("198.51.100.7"), "198.51.100.7")
  assert.equal(await addressOf(), "127.0.0.1")
})

test("behind a proxy, which all connections come from, they are not bounded by address", async () => {
  const port = Number(new URL(baseUrl).port)
  const sockets = Array.from({ length: 5 }, () => connect(port, "127.0.0.1"))
  for (const socket of sockets) {
    socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert.match(String((await once(socket, "data"))[0]), /^HTTP\/1\.1 200 /)
  }
  for (const socket of sockets) socket.destroy()
})
