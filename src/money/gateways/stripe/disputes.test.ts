import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { after, test } from "node:test"
import { appealDispute, decideDispute, openDispute } from "../../../../test/doubles/stripe/disputes.ts"
import { newConnection, newRequest, startFixture, tenant } from "../../../../test/doubles/stripe/fixture.ts"
import { idOf, newIntent, succeed } from "../../../../test/doubles/stripe/payments.ts"
import type { EvidenceRequest } from "../dispute-gateway.ts"
import { stripe } from "./stripe.ts"

const { double, proxy } = await startFixture()
const { state } = double
const gateway = stripe.open(newConnection())
const disputes = gateway.disputes!

/** Documents as the tenant's own server has them: bytes that are no text. */
const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0x00, 0xc3, 0x28, 0x0d, 0x0a, 0x2d, 0x2d])
const documents = createServer((request, response) => {
  const type = request.url?.endsWith(".pdf") ? "application/pdf; charset=binary" : "text/html"
  response.writeHead(request.url === "/gone.pdf" ? 404 : 200, { "content-type": type }).end(pdf)
})
await new Promise<void>(resolve => void documents.listen(0, "127.0.0.1", resolve))
after(() => void documents.close())
const documentUrl = (name: string) => `http://127.0.0.1:${(documents.address() as AddressInfo).port}/${name}`

async function charge() {
  const request = newRequest({ token: "pm_card_visa" })
  const { reference } = await gateway.prepare!(request)
  await gateway.charge({ ...request, reference })
  return { ...request, reference }
}
const reportOf = async (type: string, reference: string) => (await gateway.events.read({ id: "evt_1", type, reference }))[0]
const newEvidence = (dispute: string, fields: Partial<EvidenceRequest> = {}): EvidenceRequest => ({
  tenant,
  key: randomUUID(),
  dispute,
  text: "It was delivered on 3 March.",
  documents: [],
  ...fields,
})

test("a dispute is reported whole, from the opening over the decision to the appeal", async () => {
  const { key, reference } = await charge()
  const { id, evidence_details } = openDispute(state, reference)
  const opened = await reportOf("charge.dispute.created", id)
  assert.ok(opened?.type === "dispute.opened")
  assert.deepEqual([opened.key, opened.dispute, opened.amount, opened.fee, opened.reason], [key, id, 1234, 1500, "fraudulent"])
  assert.deepEqual([opened.stage, opened.evidenceDueAt], ["dispute", new Date(evidence_details.due_by! * 1000)])
  assert.deepEqual(await disputes.lookUp(tenant, id), { status: "open" })
  decideDispute(state, id, "lost")
  const lost = await reportOf("charge.dispute.closed", id)
  assert.ok(lost?.type === "dispute.lost" && lost.at >= opened.at)
  assert.deepEqual(await disputes.lookUp(tenant, id), { status: "lost", at: lost.at, fee: 1500 })
  appealDispute(state, id)
  const appealed = await reportOf("charge.dispute.updated", id)
  assert.ok(appealed?.type === "dispute.opened" && appealed.stage === "appeal" && appealed.at >= lost.at)
  decideDispute(state, id, "won")
  assert.equal((await reportOf("charge.dispute.closed", id))?.type, "dispute.won")
})

test("an inquiry is one, costs nothing, and is won when it is closed", async () => {
  const { reference } = await charge()
  const { id } = openDispute(state, reference, "warning_needs_response")
  const opened = await reportOf("charge.dispute.created", id)
  assert.ok(opened?.type === "dispute.opened" && opened.stage === "inquiry" && opened.fee === undefined)
  decideDispute(state, id, "warning_closed")
  assert.equal((await reportOf("charge.dispute.closed", id))?.type, "dispute.won")
  assert.equal((await disputes.lookUp(tenant, id)).status, "won")
})

test("disputes of charges that are not ours are absent, and report nothing", async () => {
  const foreign = newIntent(state, { amount: 5, currency: "eur", metadata: {} })
  succeed(state, foreign.id)
  const { id } = openDispute(state, foreign.id)
  for (const [ofTenant, name] of [
    [tenant, id],
    [tenant, "du_unknown"],
    ["f".repeat(24), openDispute(state, (await charge()).reference).id],
  ] as const)
    assert.deepEqual(await disputes.lookUp(ofTenant, name), { status: "absent" })
  assert.equal(await reportOf("charge.dispute.created", id), undefined)
  await assert.rejects(disputes.submitEvidence(newEvidence(id)), /no dispute/)
})

test("evidence is submitted once per key, each document in its place, byte for byte", async () => {
  const { id } = openDispute(state, (await charge()).reference)
  const request = newEvidence(id, {
    documents: [
      { name: "Receipt", url: documentUrl("r.pdf"), kind: "receipt" },
      { name: "Mails", url: documentUrl("m.pdf"), kind: "customer-communication" },
      { name: "More mails", url: documentUrl("m2.pdf"), kind: "customer-communication" },
      documentUrl("other.pdf"),
    ],
  })
  for (let nth = 1, hasLost = true; hasLost; nth++) {
    proxy.loseAnswer(nth)
    await disputes.submitEvidence(request).catch(() => undefined)
    hasLost = proxy.stopLosing()
  }
  await disputes.submitEvidence(request)
  const { evidence, evidence_details, status } = state.disputes.get(id)!
  assert.deepEqual([status, evidence_details.submission_count], ["under_review", 1])
  assert.match(evidence.uncategorized_text ?? "", /^It was delivered on 3 March\.\nFurther document: More mails http/)
  for (const file of [evidence.receipt, evidence.customer_communication, evidence.uncategorized_file])
    assert.deepEqual(state.fileContents.get(idOf(file)!), pdf)
  assert.equal(state.files.size, 3)
})

test("a document that Stripe does not take is named, and nothing is submitted", async () => {
  const { id } = openDispute(state, (await charge()).reference)
  for (const [name, reason] of [
    ["gone.pdf", /Receipt could not be read: its address answered 404/],
    ["page.html", /Receipt is text\/html; Stripe takes PDF, JPEG and PNG/],
  ] as const)
    await assert.rejects(disputes.submitEvidence(newEvidence(id, { documents: [{ name: "Receipt", url: documentUrl(name) }] })), reason)
  assert.equal(state.disputes.get(id)?.evidence_details.submission_count, 0)
})

test("a dispute is accepted once, however often it is told", async () => {
  const { id } = openDispute(state, (await charge()).reference)
  await Promise.all(Array.from({ length: 4 }, () => disputes.accept(tenant, id)))
  await disputes.accept(tenant, id)
  assert.equal((await disputes.lookUp(tenant, id)).status, "lost")
  const { id: won } = openDispute(state, (await charge()).reference)
  decideDispute(state, won, "won")
  await assert.rejects(disputes.accept(tenant, won), /already won/)
})
