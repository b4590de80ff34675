import type { Output } from "../../client.ts"
import type { Converted } from "../../lib/form.ts"
import { readAmount, whyNoAmount } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"

type CustomField = Output<"GET /v1/payment-links/{id}">["fields"][number]

/** A service on sale, as it is typed. */
export type SoldLine = { service: string; price: string; min: string; max: string; stock: string }
/** A question to the visitor. `key` is what it has already, if it was asked before. */
export type Question = { key?: string; label: string; type: CustomField["type"]; isRequired: boolean; options: string }

export const newLine: SoldLine = { service: "", price: "", min: "1", max: "1", stock: "" }
export const newQuestion: Question = { label: "", type: "text", isRequired: true, options: "" }

/** Both are kept as JSON, so that a form keeps them as it keeps texts. */
export const linesOf = (text: string): SoldLine[] => (text === "" ? [newLine] : (JSON.parse(text) as SoldLine[]))
export const questionsOf = (text: string): Question[] => (text === "" ? [] : (JSON.parse(text) as Question[]))
export const questionsText = (questions: readonly Question[]) => (questions.length === 0 ? "" : JSON.stringify(questions))

export const toQuestion = ({ key, label, type, required, options }: CustomField): Question => ({
  key,
  label,
  type,
  isRequired: required,
  options: options.join("\n"),
})

/** The lines of the request. Where the visitor chooses the amount, the only line has neither a price nor a quantity. */
export function readLines(text: string, { isOpen, currency }: { isOpen: boolean; currency: string }): Converted {
  const typed = linesOf(text).filter(({ service }) => service.trim() !== "")
  if (typed.length === 0) return { error: t`Choose at least one service.` }
  if (isOpen && typed.length > 1) return { error: t`Where the visitor chooses the amount, it is for one service.` }
  const lines: object[] = []
  for (const [index, line] of typed.entries()) {
    const { value, error } = isOpen ? readStock(line) : readLine(line, currency)
    if (error !== undefined) return { error: `${t`Service ${index + 1}`}: ${error}` }
    lines.push({ service: line.service.trim(), ...value })
  }
  return { value: lines }
}

type Part = { value?: object; error?: string }

function readLine(line: SoldLine, currency: string): Part {
  const { value: stock, error } = readStock(line)
  const [min, max] = [wholeOf(line.min === "" ? "1" : line.min), wholeOf(line.max === "" ? "1" : line.max)]
  const amount = line.price === "" ? undefined : readAmount(line.price, currency)
  if (error !== undefined) return { error }
  if (line.price !== "" && (amount === undefined || amount < 1))
    return { error: amount === undefined ? whyNoAmount(line.price, currency) : t`Write a price of more than zero.` }
  if (min === undefined || max === undefined) return { error: t`Write whole numbers of units.` }
  if (max < 1 || min > max) return { error: t`The most units of an order must be one or more, and no fewer than the least.` }
  return { value: { ...stock, ...(amount !== undefined && { amount }), quantity: { min, max } } }
}

function readStock({ stock }: SoldLine): Part {
  if (stock === "") return { value: {} }
  const units = wholeOf(stock)
  return units === undefined ? { error: t`Write a whole number of units in all.` } : { value: { stock: units } }
}

const wholeOf = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined)

/** Amounts that the page offers, one on each line. */
export function readPresets(text: string, currency: string): Converted {
  const presets: number[] = []
  for (const line of text
    .split("\n")
    .map(each => each.trim())
    .filter(Boolean)) {
    const amount = readAmount(line, currency)
    if (amount === undefined) return { error: `${line}: ${whyNoAmount(line, currency)}` }
    presets.push(amount)
  }
  return presets.length > 6 ? { error: t`Offer six amounts at most.` } : { value: presets }
}

/** The questions of the request. A new one gets a key from its words, under which its answers are stored. */
export function readQuestions(text: string): Converted {
  const questions = questionsOf(text).filter(({ label }) => label.trim() !== "")
  const keys = new Set(questions.flatMap(({ key }) => (key === undefined ? [] : [key])))
  const fields: CustomField[] = []
  for (const { key, label, type, isRequired, options } of questions) {
    const choices = options
      .split("\n")
      .map(each => each.trim())
      .filter(Boolean)
    if (type === "choice" && choices.length === 0) return { error: `${label}: ${t`Write what can be chosen, one on each line.`}` }
    fields.push({
      key: key ?? newKey(label, keys),
      label: label.trim(),
      type,
      required: isRequired,
      options: type === "choice" ? choices : [],
    })
  }
  return { value: fields }
}

/** "Name of the student" becomes `nameOfTheStudent`. */
function newKey(label: string, taken: Set<string>): string {
  const words =
    label
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const joined = words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join("")
  const base = (/^[a-z]/.test(joined) ? joined : "question").slice(0, 36)
  const tries = Array.from({ length: taken.size + 1 }, (_, i) => (i === 0 ? base : `${base}${i + 1}`))
  const key = tries.find(each => !taken.has(each)) ?? base
  taken.add(key)
  return key
}
