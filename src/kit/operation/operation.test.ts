import { test } from "node:test"
import { by, type ListParameters } from "../pure/filters.ts"

test("a wrong filter, operator, value or sort order of a list does not compile", () => {
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
