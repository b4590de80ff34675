import { test } from "node:test"
import { noInput, operation } from "./operation.ts"

test("an operation that calls the outside can't leave its check until after the call: it does not compile", () => {
  const payout = { noun: "payout", summary: "Send a payout", effect: "money" as const, input: noInput, output: noInput, run: () => ({}) }
  const external = { prepare: async () => undefined, call: async () => undefined }
  // @ts-expect-error: `prepare` refuses what is not possible.
  operation({ ...payout, external, assertPossible() {} })
  operation({ ...payout, external })
  operation({ ...payout, assertPossible() {} })
})
