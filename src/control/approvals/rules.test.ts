import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { assertPolicy, matches, matching, type PolicyTerms } from "./policy-rules.ts"
import { assigneeOf, decide, remainingOf, type RequestState } from "./rules.ts"
import type { Conditions, Decided, Facts } from "./schema.ts"
import { entityTypes, strategies } from "./values.ts"

const facts: Facts = {
  action: "send",
  amount: 1000,
  sourceCurrency: "BRL",
  targetCurrency: "USD",
  method: "wire",
  recipientType: "supplier",
  team: "team",
  partnerships: ["other partner", "partner"],
}
const policy = (fields: Partial<PolicyTerms> = {}): PolicyTerms => ({
  id: "p",
  name: "Policy",
  strategy: "any-of",
  approvers: ["a"],
  conditions: {},
  priority: 0,
  partnership_id: null,
  created_at: new Date(0),
  ...fields,
})

test("each condition matches by its own rule, and an empty one always matches", () => {
  const table: [conditions: Conditions, matches: boolean][] = [
    [{}, true],
    [{ amountMin: 1000 }, true],
    [{ amountMin: 1001 }, false],
    [{ amountMax: 1000 }, true],
    [{ amountMax: 999 }, false],
    [{ currencyMode: "fx" }, true],
    [{ currencyMode: "same-currency" }, false],
    [{ currencyMode: "any" }, true],
    [{ sourceCurrencies: ["EUR", "BRL"] }, true],
    [{ sourceCurrencies: ["USD"] }, false],
    [{ targetCurrencies: ["USD"] }, true],
    [{ targetCurrencies: ["BRL"] }, false],
    [{ methods: ["wire"] }, true],
    [{ methods: ["pix"] }, false],
    [{ actions: ["send", "create"] }, true],
    [{ actions: ["create"] }, false],
    [{ recipientTypes: ["supplier"] }, true],
    [{ recipientTypes: ["partnership", "self"] }, false],
    [{ primaryTeams: ["team"] }, true],
    [{ primaryTeams: ["other"] }, false],
    [{ methods: [], actions: [], recipientTypes: [], primaryTeams: [], sourceCurrencies: [], targetCurrencies: [] }, true],
    [{ amountMin: 1, methods: ["wire"], actions: ["create"] }, false],
  ]
  for (const [conditions, expected] of table)
    assert.equal(matches({ conditions, partnership_id: null }, facts), expected, JSON.stringify(conditions))
  assert.equal(matches({ conditions: {}, partnership_id: "partner" }, facts), true)
  assert.equal(matches({ conditions: {}, partnership_id: "nobody" }, facts), false)
})

test("a condition on a field that the entity lacks matches only when it is empty", () => {
  const none = { ...facts, method: null, recipientType: null, team: null, partnerships: [] }
  for (const conditions of [{ methods: ["wire"] }, { recipientTypes: ["self" as const] }, { primaryTeams: ["team"] }])
    assert.equal(matches({ conditions, partnership_id: null }, none), false, JSON.stringify(conditions))
  assert.equal(matches({ conditions: {}, partnership_id: "partner" }, none), false)
  assert.equal(matches({ conditions: { methods: [] }, partnership_id: null }, none), true)
})

test("orders policies by priority, then scope, then age", () => {
  const all = [
    policy({ id: "general-old", created_at: new Date(1) }),
    policy({ id: "scoped", partnership_id: "partner", created_at: new Date(3) }),
    policy({ id: "high", priority: 1, created_at: new Date(4) }),
    policy({ id: "general-young", created_at: new Date(2) }),
    policy({ id: "no-match", conditions: { amountMin: 5000 }, priority: 9 }),
  ]
  assert.deepEqual(
    matching(all, facts, "payout", false).map(({ id }) => id),
    ["high", "scoped", "general-old", "general-young"],
  )
})

test("skips automatic policies only for a refund that an agent drafted", () => {
  const all = [policy({ id: "auto", strategy: "auto-approve", priority: 5 }), policy({ id: "people" })]
  for (const type of entityTypes)
    assert.deepEqual(
      [false, true].map(isAgent => matching(all, facts, type, isAgent)[0]!.id),
      ["auto", type === "refund-intent" ? "people" : "auto"],
      type,
    )
})

test("an entity without a limit is larger than any amount", () => {
  const unlimited = { ...facts, amount: null }
  const bounds: [conditions: Conditions, matches: boolean][] = [
    [{ amountMin: 0 }, true],
    [{ amountMin: Number.MAX_SAFE_INTEGER }, true],
    [{ amountMax: Number.MAX_SAFE_INTEGER }, false],
    [{ amountMin: 1, amountMax: 2 }, false],
  ]
  for (const [conditions, expected] of bounds)
    assert.equal(matches({ conditions, partnership_id: null }, unlimited), expected, JSON.stringify(conditions))
})

test("a policy needs approvers, each named once, and a maximum that is not below the minimum", () => {
  assert.throws(() => assertPolicy({ strategy: "any-of", approvers: [], conditions: {} }), { code: "APR-1001" })
  assert.throws(() => assertPolicy({ strategy: "all-of", approvers: ["a", "a"], conditions: {} }), { code: "APR-1001" })
  assert.throws(() => assertPolicy({ strategy: "any-of", approvers: ["a"], conditions: { amountMin: 2, amountMax: 1 } }), {
    code: "APR-1001",
  })
  assertPolicy({ strategy: "auto-approve", approvers: [], conditions: { amountMin: 1, amountMax: 1 } })
})

const people = ["a", "b", "c"]
const active = new Set(people)
const at = "2027-01-31T12:00:00.000Z"
const request = (fields: Partial<RequestState> = {}): RequestState => ({
  status: "pending",
  strategy: "any-of",
  approvers: people,
  assignee_id: null,
  decisions: [],
  requested_by: "maker",
  drafted_by: null,
  fourEyes: false,
  ...fields,
})
type Step = [user: string, decision: Decided["decision"]]
const take = (state: RequestState, [user, decision]: Step, delegators: string[] = []): RequestState => ({
  ...state,
  ...decide(state, { user, delegators }, { decision, comment: null, at }, active),
})
const outcomeOf = (state: RequestState, step: Step): string => {
  try {
    return take(state, step).status
  } catch (error) {
    return (error as { code: string }).code
  }
}

test("resolves a request by the rule of each strategy", () => {
  type Row = [fields: Partial<RequestState>, steps: Step[], outcomes: string[]]
  const table: Row[] = [
    [{}, [["b", "approved"]], ["approved"]],
    [
      {},
      [
        ["b", "rejected"],
        ["a", "approved"],
      ],
      ["rejected", "APR-2001"],
    ],
    [
      { strategy: "all-of" },
      [
        ["c", "approved"],
        ["a", "approved"],
        ["b", "approved"],
      ],
      ["pending", "pending", "approved"],
    ],
    [
      { strategy: "all-of" },
      [
        ["c", "approved"],
        ["c", "approved"],
        ["c", "rejected"],
      ],
      ["pending", "pending", "APR-2001"],
    ],
    [
      { strategy: "sequential" },
      [
        ["b", "approved"],
        ["a", "approved"],
        ["b", "approved"],
      ],
      ["APR-2004", "pending", "pending"],
    ],
    [
      { strategy: "sequential" },
      [
        ["a", "approved"],
        ["b", "rejected"],
      ],
      ["pending", "rejected"],
    ],
    [
      { strategy: "round-robin", assignee_id: "b" },
      [
        ["a", "approved"],
        ["b", "approved"],
      ],
      ["APR-2004", "approved"],
    ],
    [{ strategy: "round-robin", assignee_id: "b" }, [["a", "rejected"]], ["rejected"]],
    [{}, [["stranger", "approved"]], ["APR-2002"]],
    [
      { fourEyes: true, requested_by: "a" },
      [
        ["a", "approved"],
        ["b", "approved"],
      ],
      ["APR-2003", "approved"],
    ],
    [
      { fourEyes: true, drafted_by: "a" },
      [
        ["a", "approved"],
        ["b", "approved"],
      ],
      ["APR-2003", "approved"],
    ],
    ...(["all-of", "sequential"] as const).map((strategy): Row => [
      { strategy, fourEyes: true, requested_by: "a" },
      [
        ["b", "approved"],
        ["a", "approved"],
        ["c", "approved"],
      ],
      ["pending", "APR-2003", "approved"],
    ]),
    [{ requested_by: "a" }, [["a", "approved"]], ["approved"]],
  ]
  for (const [fields, steps, outcomes] of table) {
    let state = request(fields)
    const seen = steps.map(step => {
      const outcome = outcomeOf(state, step)
      if (!outcome.startsWith("APR")) state = take(state, step)
      return outcome
    })
    assert.deepEqual(seen, outcomes, JSON.stringify([fields, steps]))
  }
})

test("a delegate decides for the person who delegated, and never for the maker under four eyes", () => {
  const [decided] = take(request({ strategy: "all-of" }), ["d", "approved"], ["b"]).decisions
  assert.deepEqual([decided!.user, decided!.for], ["d", "b"])
  const [own] = take(request({ strategy: "all-of" }), ["c", "approved"], ["b"]).decisions
  assert.deepEqual([own!.user, own!.for], ["c", null], "a delegate who is also an approver decides for themselves")
  assert.throws(() => take(request(), ["d", "approved"], ["nobody"]), { code: "APR-2002" })
  assert.throws(() => take(request({ fourEyes: true, requested_by: "b" }), ["d", "approved"], ["b"]), { code: "APR-2003" })
})

test("a user who left drops out of the remaining approvers", () => {
  assert.deepEqual(remainingOf(request({ strategy: "all-of" }), new Set(["a", "c"])), ["a", "c"])
  assert.deepEqual(remainingOf(request({ strategy: "round-robin", assignee_id: "b" }), new Set(["a"])), [])
})

test("refuses the decision of a user who is disabled at the same moment", () => {
  for (const strategy of ["any-of", "all-of", "sequential", "round-robin"] as const)
    for (const decision of ["approved", "rejected"] as const) {
      const late = () =>
        decide(request({ strategy, assignee_id: "a" }), { user: "a", delegators: [] }, { decision, comment: null, at }, new Set(["b"]))
      assert.throws(late, { code: "APR-2002" }, `${strategy} ${decision}`)
    }
})

test("a rotation gives every approver the same number of turns", () => {
  const turns = Array.from({ length: 9 }, (_, turn) => assigneeOf(request(), turn, active))
  assert.deepEqual(turns, [...people, ...people, ...people])
  assert.equal(assigneeOf(request(), 1, new Set(["a", "c"])), "c")
  assert.equal(assigneeOf(request(), 1, new Set()), null)
  assert.equal(assigneeOf(request({ fourEyes: true, requested_by: "b" }), 1, active), "c")
})

test("a request ends once, by the rule of its strategy, for all decisions in any order", () => {
  const step = fc.tuple(fc.constantFrom("a", "b", "c", "maker", "stranger"), fc.constantFrom<Decided["decision"]>("approved", "rejected"))
  const start = fc.record({
    strategy: fc.constantFrom(...strategies.filter(each => each !== "auto-approve")),
    assignee_id: fc.constantFrom(...people),
    fourEyes: fc.boolean(),
    requested_by: fc.constantFrom("maker", "a"),
    drafted_by: fc.constantFrom(null, "b"),
  })
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 12 }), (fields, steps) => {
      let state = request(fields)
      for (const each of steps) {
        const before = state
        if (!outcomeOf(state, each).startsWith("APR")) state = take(state, each)
        if (before.status !== "pending") assert.equal(state.status, before.status) // final
      }
      const approvals = state.decisions.filter(({ decision }) => decision === "approved").map(({ user }) => user!)
      const rejections = state.decisions.length - approvals.length
      const makers = state.fourEyes ? [state.requested_by, state.drafted_by] : []
      const needed = people.filter(user => !makers.includes(user))
      assert.equal(new Set(state.decisions.map(({ user }) => user)).size, state.decisions.length) // each decides once
      assert.ok(!state.decisions.some(({ user }) => makers.includes(user)))
      if (rejections > 0) assert.equal(state.status, "rejected")
      else if (state.strategy === "any-of") assert.equal(state.status, approvals.length > 0 ? "approved" : "pending")
      else if (state.strategy === "round-robin") assert.equal(state.status, approvals.includes(state.assignee_id!) ? "approved" : "pending")
      else assert.equal(state.status, needed.every(user => approvals.includes(user)) ? "approved" : "pending")
      if (state.strategy === "sequential") assert.deepEqual(approvals, needed.slice(0, approvals.length))
    }),
  )
})
