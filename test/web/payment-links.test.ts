import assert from "node:assert/strict"
import { test } from "node:test"
import "./locale.ts"

const { linesOf, newLine, newQuestion, questionsText, readLines, readPresets, readQuestions, toQuestion } =
  await import("../../web/resources/payment-links/parts.ts")

const lines = (...typed: object[]) => JSON.stringify(typed.map(each => ({ ...newLine, ...each })))
const fixed = { isOpen: false, currency: "EUR" }

test("a form begins with one empty line, of which one unit can be ordered", () => {
  assert.deepEqual(linesOf(""), [{ service: "", price: "", min: "1", max: "1", stock: "" }])
})

test("reads services with their own price, quantity and stock, and leaves empty lines out", () => {
  const text = lines(
    { service: "Concert", price: "25.50", max: "6", stock: "200" },
    { service: "" },
    { service: "Child", min: "0", max: "4" },
  )
  assert.deepEqual(readLines(text, fixed).value, [
    { service: "Concert", amount: 2550, quantity: { min: 1, max: 6 }, stock: 200 },
    { service: "Child", quantity: { min: 0, max: 4 } },
  ])
  assert.deepEqual(readLines(lines({ service: "Gift", price: "3", stock: "5" }), { ...fixed, isOpen: true }).value, [
    { service: "Gift", stock: 5 },
  ])
})

test("says which service is wrong, and why", () => {
  for (const [text, isOpen, expected] of [
    ["", false, /at least one service/],
    [lines({ service: "A" }, { service: "B", min: "3", max: "2" }), false, /^Service 2: The most units/],
    [lines({ service: "A", max: "many" }), false, /^Service 1: Write whole numbers/],
    [lines({ service: "A", stock: "-1" }), false, /^Service 1: .*in all/],
    [lines({ service: "A", price: "0" }), false, /^Service 1: .*more than zero/],
    [lines({ service: "A", price: "1.999" }), false, /^Service 1/],
    [lines({ service: "A" }, { service: "B" }), true, /for one service/],
  ] as const)
    assert.match(readLines(text, { isOpen, currency: "EUR" }).error ?? "", expected, text)
})

test("reads the amounts to choose from, six at most", () => {
  assert.deepEqual(readPresets("10\n\n25.50 \n1,000", "EUR").value, [1000, 2550, 100_000])
  assert.match(readPresets("10\nmuch", "EUR").error ?? "", /^much: /)
  assert.match(readPresets("1\n2\n3\n4\n5\n6\n7", "EUR").error ?? "", /six/)
})

test("gives a new question a key from its words, and keeps the keys of those before", () => {
  const known = toQuestion({ key: "meal", label: "Your meal", type: "choice", required: true, options: ["Meat", "Fish"] })
  const text = questionsText([
    known,
    { ...newQuestion, label: "Meal" },
    { ...newQuestion, label: "Nom de l’élève", isRequired: false },
    { ...newQuestion, label: "2nd name", type: "checkbox" },
    { ...newQuestion, label: " " },
  ])
  assert.deepEqual(readQuestions(text).value, [
    { key: "meal", label: "Your meal", type: "choice", required: true, options: ["Meat", "Fish"] },
    { key: "meal2", label: "Meal", type: "text", required: true, options: [] },
    { key: "nomDeLEleve", label: "Nom de l’élève", type: "text", required: false, options: [] },
    { key: "question", label: "2nd name", type: "checkbox", required: true, options: [] },
  ])
  assert.match(readQuestions(questionsText([{ ...newQuestion, label: "Meal", type: "choice" }])).error ?? "", /^Meal: /)
  assert.equal(questionsText([]), "")
})
