import { after } from "node:test"
import type { Gateway } from "../src/money/gateways/gateway.ts"
import { gateways } from "../src/money/gateways/registry.ts"

/** Adds gateways for the tests of a file. */
export function addGateways(...added: Gateway[]) {
  const all = gateways as Gateway[]
  all.push(...added)
  after(() => void all.splice(all.indexOf(added[0]!), added.length))
}
