import assert from "node:assert/strict"
import { test } from "node:test"
import { by, commonFilters, parseQuery } from "./filters.ts"
import { Problem } from "./problem.ts"

const filters = {
  status: by.oneOf("status", ["due", "paid"]),
  email: by.anyCase("email_key"),
  amount: by.amount("amount"),
  currency: by.currency("currency"),
  ...commonFilters,
}
const parse = (query: string) => parseQuery(filters, [...new URLSearchParams(query)])
const refused = (query: string, code: string) =>
  assert.throws(
    () => parse(query),
    (error: Problem) => error.code === code && error.status === 400,
    query,
  )

test("a list without parameters returns its newest 25", () => {
  assert.deepEqual(parse(""), { limit: 25, sort: { column: "id", descending: true }, where: [], metadata: [] })
})

test("a filter is a field, an operator and its values", () => {
  assert.deepEqual(parse("status=due").where, [{ field: "status", column: "status", operator: "eq", values: ["due"] }])
  assert.deepEqual(parse("status[in]=due,paid").where[0]!.values, ["due", "paid"])
  assert.deepEqual(parse("email=ANA@Example.com").where[0]!.values, ["ana@example.com"])
  assert.deepEqual(parse("amount[gte]=1000").where[0], { field: "amount", column: "amount", operator: "gte", values: [1000] })
  assert.deepEqual(parse("currency[in]=BRL,EUR").where[0]!.values, ["BRL", "EUR"])
  assert.deepEqual(parse("metadata[term]=spring").metadata, [["term", "spring"]])
  assert.deepEqual(parse("createdAt[lt]=2027-01-31T12:00:00Z").where[0]!.values, [new Date("2027-01-31T12:00:00Z")])
  assert.deepEqual(parse("sort=createdAt").sort, { column: "id", descending: false })
})

test("an unknown filter, operator, value or sort is refused by name", () => {
  for (const query of ["stauts=due", "constructor=1", "status.x=1"]) refused(query, "VAL-1004")
  for (const query of ["status=gone", "amount=12.5", "amount=1e3", "amount[around]=1", "amount[gte]=9007199254740993"])
    refused(query, "VAL-1003")
  for (const query of ["currency=brl", "currency=", "currency=XXX", "currency[in]=BRL,eur", `currency=${"x".repeat(5000)}`])
    refused(query, "VAL-1003")
  for (const query of ["createdAt=yesterday", "createdAt[gt]=2027-01-31", "metadata=x", "sort=amount", "sort=shoeSize"])
    refused(query, "VAL-1003")
  for (const query of ["limit=0", "limit=101", "limit=2.5", "limit=ten", "limit=", "startingAfter=x", "status=due&status=paid"])
    refused(query, "VAL-1003")
  refused(`startingAfter=${"a".repeat(24)}&endingBefore=${"b".repeat(24)}`, "VAL-1003")
  refused("email=a%00b", "VAL-1003")
})
