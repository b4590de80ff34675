import assert from "node:assert/strict"
import { test } from "node:test"
import { Problem } from "../../kit/pure/problem.ts"
import { assertCancelable, assertChargeable, assertRevocable, assertSchemeFits, canFollow, factsOf, hasEnded } from "./rules.ts"
import { type AuthorizationStatus, authorizationStatuses } from "./values.ts"

const codeOf = (work: () => void) => {
  try {
    work()
    return "allowed"
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.code
  }
}

test("each status allows its actions and no others", () => {
  const allowed: Record<string, AuthorizationStatus[]> = { cancel: ["pending-approval", "pending"], revoke: ["active"], charge: ["active"] }
  for (const status of authorizationStatuses) {
    const mandate = { status, contact_id: "c", currency: "EUR", gateway: "simulator", max_amount: null }
    const debit = { contact: "c", currency: "EUR", gateway: "simulator", amount: 1 }
    const results = {
      cancel: codeOf(() => assertCancelable(mandate)),
      revoke: codeOf(() => assertRevocable(mandate)),
      charge: codeOf(() => assertChargeable(mandate, debit)),
    }
    for (const [action, result] of Object.entries(results))
      assert.equal(result, allowed[action]!.includes(status) ? "allowed" : "AUZ-2001", `${action} of ${status}`)
  }
})

test("an ended mandate stays ended", () => {
  const ended = authorizationStatuses.filter(hasEnded)
  assert.deepEqual(ended, ["revoked", "expired", "failed", "rejected", "canceled"])
  assert.deepEqual(canFollow.active, ["revoked", "expired", "failed"])
})

test("a charge must be of the same contact, currency and gateway, and within the maximum", () => {
  const mandate = { status: "active" as const, contact_id: "ana", currency: "EUR", gateway: "simulator", max_amount: 100 }
  const debit = { contact: "ana", currency: "EUR", gateway: "simulator", amount: 100 }
  for (const [change, code] of [
    [{}, "allowed"],
    [{ amount: 101 }, "AUZ-2002"],
    [{ contact: "rui" }, "AUZ-2003"],
    [{ currency: "USD" }, "AUZ-2004"],
    [{ gateway: "other" }, "AUZ-2005"],
  ] as const)
    assert.equal(
      codeOf(() => assertChargeable(mandate, { ...debit, ...change })),
      code,
    )
  assert.equal(
    codeOf(() => assertChargeable({ ...mandate, max_amount: null }, { ...debit, amount: 2 ** 53 - 1 })),
    "allowed",
  )
})

test("each scheme debits its own currency", () => {
  const schemes = { sepa: "EUR", bacs: "GBP", becs: "AUD", ach: "USD", pix: "BRL" } as const
  for (const scheme of ["sepa", "bacs", "becs", "ach", "pix"] as const)
    for (const currency of Object.values(schemes))
      assert.equal(
        codeOf(() => assertSchemeFits(scheme, currency)),
        currency === schemes[scheme] ? "allowed" : "AUZ-1001",
      )
})

test("gives policies a mandate without a maximum as no amount, its scheme as method, and neither team nor partnership", () => {
  assert.deepEqual(factsOf({ scheme: "sepa", currency: "EUR", max_amount: null }), {
    action: "authorize",
    amount: null,
    sourceCurrency: "EUR",
    targetCurrency: "EUR",
    method: "sepa",
    recipientType: "self",
    team: null,
    partnerships: [],
  })
})
