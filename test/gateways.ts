import { after, mock } from "node:test"
import { type BuiltInGateway, gatewayTimeoutMs } from "../src/money/gateways/gateway.ts"
import { gateways } from "../src/money/gateways/registry.ts"

/** Adds gateways for the tests of a file. */
export function addGateways(...added: BuiltInGateway[]) {
  const all = gateways as BuiltInGateway[]
  all.push(...added)
  after(() => void all.splice(all.indexOf(added[0]!), added.length))
}

/** A call without a response. Timers are mocked only while it starts, so that its time-out fires at once and no other timer does. */
export function timeOut() {
  mock.timers.enable({ apis: ["setTimeout"] })
  queueMicrotask(() => {
    mock.timers.tick(gatewayTimeoutMs)
    mock.timers.reset()
  })
  return new Promise<never>(() => {})
}
