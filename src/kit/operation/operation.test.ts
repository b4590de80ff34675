import { test } from "node:test"
import { by, type ListParameters } from "../pure/filters.ts"
import { noInput, operation } from "./operation.ts"

test("an operation that calls the outside can't leave its check until after the call: it does not compile", () => {
  const payout = { noun: "payout", summary: "Send a payout", effect: "money" as const, input: noInput, output: noInput, run: () => ({}) }
  const external = { prepare: async () => undefined, call: async () => undefined }
  // @ts-expect-error: `prepare` refuses what is not possible.
  operation({ ...payout, external, assertPossible() {} })
  operation({ ...payout, external })
  operation({ ...payout, assertPossible() {} })
})

test("a list's type names its filters: a wrong name, operator, value or order does not compile", () => {
  const filters = { status: by.oneOf("status", ["due", "paid"]), dueAt: by.time("due_at", true), metadata: by.metadata }
  const list = (parameters: ListParameters<typeof filters>) => parameters
  list({ status: "due", "status[in]": "due,paid", "dueAt[gte]": "2026-01-01", "metadata[a]": "1", sort: "-dueAt" })
  // @ts-expect-error: there is no such filter.
  list({ state: "due" })
  // @ts-expect-error: a status has no order.
  list({ "status[gte]": "due" })
  // @ts-expect-error: no payment intent has this status.
  list({ status: "payed" })
  // @ts-expect-error: the list is not sorted by status.
  list({ sort: "status" })
})
