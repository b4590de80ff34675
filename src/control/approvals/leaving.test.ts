import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, inParallel, startTestServer } from "../../../test/harness.ts"

const server = await startTestServer()
const { api } = server
const { approver, decide, held, requestOf } = await approvalFixtures(server)

test("an approver decides before their key is deleted or not at all, when both happen at once", async () => {
  await inParallel(24, async () => {
    const [leaving, staying] = [await approver(), await approver()]
    const { request } = await held({ approvers: [leaving.user, staying.user] })
    const deleting = api.post(`/v1/dev/api-keys/${leaving.key}/delete`)
    const [answer] = await Promise.all([decide(request, "approve", leaving.api), deleting])
    const { status } = await requestOf(request)
    assert.ok([200, 401, 403].includes(answer.status), answer.text)
    assert.equal(status, answer.status === 200 ? "approved" : "pending")
    const { data } = (await api.get(`/v1/dev/events?object=${request}&sort=createdAt`)).body
    const remaining: number[] = data.map((event: Any) => event.data.remaining.length)
    assert.ok(status === "pending" || !remaining.includes(1), remaining.join()) // 1: the deletion came first, and only the other remained
  })
})
