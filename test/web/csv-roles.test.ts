import assert from "node:assert/strict"
import { test } from "node:test"
import { columnAt, type Draft, roleAt, withRole } from "../../web/resources/bank-statements/csv-roles.ts"

const header = ["Day", "Text", "Sum", "Text"]
const draft = {
  separator: ";",
  encoding: "utf-8",
  decimal: ",",
  dateOrder: "dmy",
  skip: 0,
  header: true,
  columns: { date: "Day", debit: "Sum", credit: "3", text: [] },
} satisfies Draft

test("names a column by its name where only one has it, else by its place", () => {
  assert.deepEqual(
    header.map((_, place) => columnAt(header, place)),
    ["Day", "2", "Sum", "4"],
  )
  assert.equal(columnAt(undefined, 1), "2")
  assert.equal(columnAt(["2026"], 0), "1", "a name of digits would be read as a place")
})

test("finds the role of a column by name and by place", () => {
  assert.deepEqual(
    ["day", "", "Sum"].map((_, place) => roleAt(draft, header, place)),
    ["date", undefined, "debit"],
  )
  assert.equal(roleAt({ ...draft, columns: { text: ["2", "4"] } }, header, 3), "text")
})

test("gives a role to one column, several texts, and an amount instead of debit and credit", () => {
  const amount = withRole(draft, header, 2, "amount")
  assert.deepEqual(amount.columns, { text: [], date: "Day", amount: "Sum" })
  assert.deepEqual(withRole(amount, header, 2, "credit").columns, { text: [], date: "Day", credit: "Sum" })
  const texts = withRole(withRole(draft, header, 1, "text"), header, 3, "text")
  assert.deepEqual(texts.columns.text, ["2", "4"])
  assert.deepEqual(withRole(texts, header, 1, "name").columns.text, ["4"])
  assert.deepEqual(withRole(texts, header, 3, undefined).columns.text, ["2"])
  assert.equal(withRole(draft, header, 1, "date").columns.date, "2")
})
