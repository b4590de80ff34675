// How the forms of the dashboard convert what people type.
import assert from "node:assert/strict"
import { test } from "node:test"
import "./locale.ts"
import { errorsByField } from "../../web/lib/field-words.ts"
import { type Field, initialValues, soldAs, toChange, toInput } from "../../web/lib/form.ts"
import { amountText, parseMoney } from "../../web/lib/money.ts"
import { foreignZone, setClock, shortDate, startOfDay, toLocal } from "../../web/lib/time.ts"
import { installments, monthsAfter } from "../../web/resources/payment-intents/installments.ts"
import { startFields } from "../../web/resources/subscriptions/start.ts"
import { type ApprovalRequest, seatOf, viewOf } from "../../web/pages/approvals/turn.ts"
import { phaseOf, sentenceOf } from "../../web/pages/delegations/words.ts"

const input = (field: Field, value: string, others: Record<string, string> = {}) => toInput([field], { [field.name]: value, ...others })

test("a percentage becomes basis points, with two decimals at most", () => {
  const field: Field = { name: "share", label: "Share", kind: "percent" }
  const cases: [text: string, basisPoints: number | undefined][] = [
    ["15", 1500],
    ["12.5", 1250],
    ["0,25", 25],
    ["12.345", undefined],
    ["a half", undefined],
  ]
  for (const [text, basisPoints] of cases) assert.equal(input(field, text).input["share"], basisPoints, text)
  assert.match(input(field, "a half").errors["share"]!, /such as 12\.5/)
})

test("reads an amount with the decimals of its currency, and refuses it without a currency", () => {
  const field: Field = { name: "amount", label: "Amount", kind: "money" }
  assert.equal(input(field, "1.234,5", { currency: "EUR" }).input["amount"], 123_450)
  assert.equal(input(field, "1,234", { currency: "JPY" }).input["amount"], 1234)
  const typed: [text: string, currency: string, amount: number | undefined][] = [
    ["1,234.5", "EUR", 123_450],
    ["1 234,5", "EUR", 123_450],
    ["1,234", "EUR", 123_400],
    ["0", "EUR", undefined],
    ["-5", "EUR", undefined],
    ["10.505", "EUR", undefined], // too many decimals here, but a thousand in other countries, so the form asks again
    ["1.2345", "EUR", undefined],
    ["12,34,56", "EUR", undefined],
    ["1.5", "JPY", undefined],
    ["1.234", "KWD", 1234],
    ["1,234,567.001", "KWD", 1_234_567_001],
  ]
  for (const [text, currency, amount] of typed)
    assert.equal(input(field, text, { currency }).input["amount"], amount, `${text} ${currency}`)
  assert.match(input(field, "5").errors["amount"]!, /currency first/)
  const refused: [text: string, reason: RegExp][] = [
    ["1250.50", /^Amount: Japanese Yen \(JPY\) has no decimals\. Write a whole amount, such as 1500\.$/],
    ["a lot", /^Amount: Write an amount, such as 1500\.$/],
    ["99999999999999999", /too large: write at most 9007199254740991/],
    ["0", /more than zero/],
    ["-5", /more than zero/],
  ]
  for (const [text, reason] of refused) assert.match(input(field, text, { currency: "JPY" }).errors["amount"]!, reason, text)
  assert.match(input(field, "10.505", { currency: "EUR" }).errors["amount"]!, /^Amount: Euro \(EUR\) has at most 2 decimals/)
  assert.match(input(field, "1.2345", { currency: "KWD" }).errors["amount"]!, /^Amount: Kuwaiti Dinar \(KWD\) has at most 3 decimals/)
  const price: Field = { ...field, mayBeZero: true }
  assert.equal(input(price, "0", { currency: "EUR" }).input["amount"], 0)
  assert.match(input(price, "-5", { currency: "EUR" }).errors["amount"]!, /zero or more/)
  assert.equal(parseMoney("-5", "EUR"), -500) // a discount is a line of less than zero
  for (const currency of ["EUR", "JPY", "KWD"]) assert.equal(parseMoney(amountText(1234, currency), currency), 1234)
})

test("sends a line with the partner that shares it, and only if it is complete", () => {
  const field: Field = { name: "items", label: "Lines", kind: "lines", currency: "EUR", hasSuppliers: true }
  const lines = (...items: { name: string; amount: string; supplier?: string }[]) => toInput([field], { items })
  assert.deepEqual(lines({ name: " Course ", amount: "10", supplier: "CASA" }, { name: "", amount: "" }).input["items"], [
    { name: "Course", amount: 1000, supplier: "CASA" },
  ])
  const service = { _id: "5f0000000000000000000001", name: "Spring course", price: { amount: 12_345, currency: "EUR" } }
  const sold = soldAs({ name: "spr", amount: "", supplier: "CASA" }, service)
  assert.deepEqual(lines(sold).input["items"], [{ name: "Spring course", amount: 12_345, supplier: "CASA", service: service._id }])
  assert.equal(soldAs({ name: "", amount: "7" }, { ...service, price: null }).amount, "7", "a service without a price leaves the amount")
  const unnamed = lines({ name: "", amount: "" }, { name: "Course", amount: "" })
  assert.equal(unnamed.errors["items"], "Lines, line 2: Write a name and an amount.", "as the lines are counted on the page")
  assert.equal(lines({ name: "", amount: "" }).errors["items"], "Lines: Write at least one line.")
  const precise = lines({ name: "Course", amount: "10" }, { name: "Book", amount: "1.505" }).errors["items"]!
  assert.match(precise, /^Lines, line 2: Euro \(EUR\) has at most 2 decimals/)
})

test("sends only changed fields of an object, and clears emptied ones", () => {
  const fields: Field[] = [
    { name: "name", label: "Name", kind: "text", isRequired: true, initial: "Ana" },
    { name: "reference", label: "Reference", kind: "text", initial: "A-1" },
    { name: "profile.phone", label: "Phone", kind: "text", initial: "+55", emptied: "" },
    { name: "note", label: "Note", kind: "text", initial: "same" },
  ]
  const { input: sent, errors } = toChange(fields, { name: "Ana", reference: "", "profile.phone": "", note: "same" })
  assert.deepEqual([sent, errors], [{ reference: null, profile: { phone: "" } }, {}])
  assert.deepEqual(Object.keys(toChange(fields, { name: "", reference: "A-1", "profile.phone": "+55", note: "same" }).errors), ["name"])
})

test("shows a flag's current value, sends it only if it was changed, and omits it from new objects", () => {
  const fields: Field[] = [
    { name: "mails.receipts", label: "Receipts", kind: "flag", initial: true },
    { name: "mails.refunds", label: "Refunds", kind: "flag", initial: false },
  ]
  const before = initialValues(fields)
  assert.deepEqual(before, { "mails.receipts": true, "mails.refunds": false })
  assert.deepEqual(toChange(fields, before).input, {})
  const change = { "mails.receipts": false, "mails.refunds": true }
  assert.deepEqual(toChange(fields, change).input, { mails: { receipts: false, refunds: true } })
  assert.deepEqual(toInput(fields, change).input, { mails: { refunds: true } })
})

test("names the field of a refusal by its label, in the units of the form", () => {
  const fields: Field[] = [
    { name: "splitTerms.basisPoints", label: "Share in percent", kind: "percent" },
    { name: "items", label: "Lines", kind: "lines" },
    { name: "amount", label: "Amount", kind: "money" },
    { name: "from", label: "From", kind: "moment" },
    { name: "until", label: "Until", kind: "moment" },
    { name: "bankAccount", label: "Bank account", kind: "text" },
    { name: "hidden", label: "Hidden", kind: "text", appliesTo: () => false },
  ]
  const cases: [path: string, rule: string, told: string][] = [
    ["splitTerms.basisPoints", "must be at most 10000", "Share in percent must be at most 100%"],
    ["splitTerms.basisPoints", "must be at least 1", "Share in percent must be at least 0.01%"],
    ["items[1].amount", "must be at most 5000", "Lines, line 2: amount must be at most €50.00"],
    ["items[0].name", "must have at most 200 characters", "Lines, line 1: name must have at most 200 characters"],
    ["amount", "must be at least 1", "Amount must be at least €0.01"],
    ["until", "must be after from and in the future", "Until must be after “From” and in the future"],
    ["hidden", "is not allowed without bankAccount", "Hidden is not allowed without “Bank account”"],
    ["dueAfterDays", "must be a whole number", "Due after days must be a whole number"],
  ]
  for (const [path, rule, told] of cases) {
    const { byField, others } = errorsByField(fields, { currency: "EUR" }, [{ path, message: `${path} ${rule}` }])
    assert.deepEqual([...Object.values(byField), ...others], [told], path)
  }
  const shown = errorsByField(fields, {}, [{ path: "hidden", message: "hidden is required" }])
  assert.deepEqual(shown, { byField: {}, others: ["Hidden is required"] }, "what is not shown can't be marked")
})

test("requires a field only if other fields make it necessary", () => {
  const field: Field = { name: "bankAccount", label: "Bank account", kind: "text", isRequired: values => values["method"] !== "manual" }
  assert.deepEqual(toInput([field], { method: "sepa", bankAccount: "" }).errors, { bankAccount: "This field is required." })
  assert.deepEqual(toInput([field], { method: "manual", bankAccount: "" }).errors, {})
})

test("spaces installments a month apart, makes them add up to the total, and keeps the last day of a month", () => {
  assert.deepEqual(
    installments(1000, 3, "2027-01-31").map(({ amount }) => amount),
    [334, 333, 333],
  )
  assert.deepEqual(
    [0, 1, 2, 12].map(months => monthsAfter("2027-01-31", months)),
    ["2027-01-31", "2027-02-28", "2027-03-31", "2028-01-31"],
  )
})

const request = {
  status: "pending",
  strategy: "sequential",
  approvers: ["rui", "bea"],
  remaining: ["rui", "bea"],
  requestedBy: "ana",
  draftedBy: null,
  fourEyes: true,
  expiresAt: "2027-01-08T00:00:00.000Z",
  resolvedAt: null,
} as unknown as ApprovalRequest

test("shows a request to each person by their part in it", () => {
  const cases: [view: string, user: string, change: Partial<ApprovalRequest>, mayDecide?: boolean][] = [
    ["yours", "rui", {}],
    ["waiting", "bea", {}],
    ["yours", "deputy", {}, true],
    ["own", "ana", {}],
    ["own", "rui", { requestedBy: "rui" }],
    ["own", "rui", { draftedBy: "rui" }],
    ["yours", "rui", { requestedBy: "rui", fourEyes: false }],
    ["waiting", "rui", { strategy: "round-robin", remaining: ["bea"] }],
    ["approved", "rui", { status: "approved" }],
    ["expired", "rui", { status: "canceled", resolvedAt: "2027-01-08T00:00:00.000Z" }],
    ["withdrawn", "rui", { status: "canceled", resolvedAt: "2027-01-02T00:00:00.000Z" }],
  ]
  for (const [view, user, change, mayDecide] of cases)
    assert.equal(viewOf({ ...request, ...change }, user, mayDecide), view, `${user} ${JSON.stringify(change)}`)
})

test("lets a person decide for themselves first, then for those who delegated to them, and only in their turn", () => {
  const cases: [seat: string | undefined, user: string, delegators: string[], change?: Partial<ApprovalRequest>][] = [
    ["rui", "rui", ["bea"]],
    ["rui", "deputy", ["bea", "rui"]],
    [undefined, "deputy", ["bea"]],
    ["bea", "rui", ["bea"], { remaining: ["bea"] }],
    [undefined, "ana", ["rui"]],
    ["rui", "ana", ["rui"], { fourEyes: false }],
    [undefined, "deputy", ["rui"], { requestedBy: "rui" }],
    [undefined, "deputy", ["rui"], { status: "approved", remaining: [] }],
  ]
  for (const [seat, user, delegators, change] of cases)
    assert.equal(seatOf({ ...request, ...change }, user, delegators), seat, `${user} ${delegators.join()} ${JSON.stringify(change)}`)
})

test("applies a delegation from its first moment up to, but not including, its last", () => {
  const period = { from: "2027-01-01T09:00:00.000Z", until: "2027-01-02T09:00:00.000Z" }
  const phases = ["2027-01-01T08:59:59.999Z", period.from, "2027-01-02T08:59:59.999Z", period.until].map(at =>
    phaseOf(period, new Date(at)),
  )
  assert.deepEqual(phases, ["coming", "now", "now", "past"])
  assert.equal(sentenceOf("now", "Bea Lima", "You"), "Bea Lima decides for you")
  assert.equal(sentenceOf("ended", "You", "Ana Silva"), "You no longer decide for Ana Silva")
})

test("a day and a time become a moment in the tenant's zone", () => {
  const field: Field = { name: "until", label: "Until", kind: "moment" }
  setClock(new Date().toISOString(), "America/Sao_Paulo")
  assert.equal(input(field, "2027-01-01T09:00").input["until"], "2027-01-01T12:00:00.000Z")
  setClock(new Date().toISOString(), "UTC")
})

test("a day begins at its own midnight also where daylight saving begins or ends on it", () => {
  const days: [zone: string, day: string, midnight: string][] = [
    ["Australia/Sydney", "2027-10-03", "2027-10-02T14:00:00.000Z"],
    ["Australia/Sydney", "2027-10-04", "2027-10-03T13:00:00.000Z"],
    ["Australia/Sydney", "2027-04-04", "2027-04-03T13:00:00.000Z"],
    ["America/New_York", "2027-03-14", "2027-03-14T05:00:00.000Z"],
    ["Europe/Lisbon", "2027-10-31", "2027-10-30T23:00:00.000Z"],
  ]
  for (const [zone, day, midnight] of days) {
    setClock(new Date().toISOString(), zone)
    assert.equal(startOfDay(day), midnight, `${day} in ${zone}`)
    assert.equal(toLocal(new Date(midnight)), `${day}T00:00`)
  }
  setClock(new Date().toISOString(), "UTC")
})

test("adds the year to a date of another year, by the calendar of the tenant's zone", () => {
  setClock("2027-02-01T12:00:00Z", "America/Sao_Paulo")
  assert.equal(shortDate("2027-01-01T02:59:59Z"), "Dec 31, 2026")
  assert.equal(shortDate("2027-01-01T03:00:00Z"), "Jan 1")
  setClock(new Date().toISOString(), "UTC")
})

test("allows to change the start of a subscription only before its first cycle, and not to empty it", () => {
  const startAt = "2036-02-01T12:00:00.000Z"
  assert.deepEqual(startFields({ cycle: 1, startAt }), [])
  const { input: sent, errors } = toChange(startFields({ cycle: 0, startAt }), { startAt: "" })
  assert.deepEqual([sent, errors], [{}, { startAt: "This field is required." }])
})

test("adds the zone to a time if the reader's zone differs", () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const other = own === "Pacific/Auckland" ? "America/Sao_Paulo" : "Pacific/Auckland"
  for (const [zone, shown] of [
    [own, ""],
    [other, other],
  ] as const) {
    setClock(new Date().toISOString(), zone)
    assert.equal(foreignZone(), shown)
  }
  setClock(new Date().toISOString(), "UTC")
})
