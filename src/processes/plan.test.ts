import assert from "node:assert/strict"
import { test } from "node:test"
import { fitConnections, planProcesses, shareOf } from "./plan.ts"

const large = { cores: 8, memoryBytes: 16 * 2 ** 30 }
type Settings = Parameters<typeof planProcesses>[0]
const all: Settings = { ROLE: "all", PROCESSES: undefined, DATABASE_CONNECTIONS: undefined }

test("a process for each core serves requests, and the worker has its own, unless one process is enough or all there can be", () => {
  const table: [name: string, settings: Partial<Settings>, machine: object, plan: object | undefined][] = [
    ["eight cores", {}, {}, { web: 8, hasWorker: true }],
    ["two cores", {}, { cores: 2 }, { web: 2, hasWorker: true }],
    ["one core", {}, { cores: 1 }, undefined],
    ["no worker", { ROLE: "api" }, {}, { web: 8, hasWorker: false }],
    ["a worker", { ROLE: "worker", PROCESSES: 4 }, {}, undefined],
    ["as many as set, on one core too", { PROCESSES: 3 }, { cores: 1 }, { web: 3, hasWorker: true }],
    ["one, as set", { PROCESSES: 1 }, {}, undefined],
    ["memory for five", {}, { memoryBytes: 2 * 2 ** 30 }, { web: 4, hasWorker: true }],
    ["memory for one", {}, { memoryBytes: 512 * 2 ** 20 }, undefined],
    ["connections for four", { DATABASE_CONNECTIONS: 24 }, {}, { web: 3, hasWorker: true }],
    ["connections for one", { DATABASE_CONNECTIONS: 7 }, {}, undefined],
  ]
  for (const [name, settings, machine, plan] of table)
    assert.deepEqual(planProcesses({ ...all, ...settings }, { ...large, ...machine }), plan, name)
})

test("PROCESSES with too few DATABASE_CONNECTIONS are refused, with the number that is enough", () => {
  const plan = (connections: number) => planProcesses({ ...all, PROCESSES: 3, DATABASE_CONNECTIONS: connections }, large)
  assert.throws(() => plan(23), /DATABASE_CONNECTIONS must be at least 24, which is 6 for each of 4 processes, or PROCESSES must be lower/)
  assert.deepEqual(plan(24), { web: 3, hasWorker: true })
})

test("connections are shared: all that are set, or half of those that PostgreSQL admits", () => {
  const fit = (web: number, settings: Partial<Settings>, admitted: number) =>
    fitConnections({ web, hasWorker: true }, { ...all, ...settings }, admitted)
  assert.deepEqual(fit(2, {}, 97), { plan: { web: 2, hasWorker: true }, connections: 16 })
  assert.deepEqual(fit(2, {}, 500), { plan: { web: 2, hasWorker: true }, connections: 19 })
  assert.deepEqual(fit(16, {}, 97), { plan: { web: 7, hasWorker: true }, connections: 6 })
  assert.deepEqual(fit(4, { DATABASE_CONNECTIONS: 52 }, 97), { plan: { web: 4, hasWorker: true }, connections: 10 })
  assert.deepEqual(fit(10, { PROCESSES: 10 }, 97), { plan: { web: 10, hasWorker: true }, connections: 6 })
  assert.throws(() => fit(20, { PROCESSES: 20 }, 97), /21 processes need 132 connections, .* PostgreSQL admits 97\. Raise max_connections/)
})

test("bounds are divided among the processes that serve requests, and no bound stays none", () => {
  const plan = { web: 3, hasWorker: true }
  assert.deepEqual([shareOf(5_000, plan), shareOf(1, plan), shareOf(0, plan)], [1_667, 1, 0])
})
