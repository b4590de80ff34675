import assert from "node:assert/strict"
import { test } from "node:test"
import { startFixture, validKey } from "../../../../test/doubles/stripe/fixture.ts"
import { CredentialsRejected } from "../provider.ts"
import { stripe } from "./stripe.ts"

const { double } = await startFixture()

test("a key that is none, or the publishable one, is rejected before anything is sent", async () => {
  double.requests.length = 0
  for (const secretKey of ["", "pk_test_51abc", "4242424242424242", "sk_live_x\r\nevil: 1"])
    await assert.rejects(stripe.inspect({ secretKey }), CredentialsRejected)
  assert.equal(double.requests.length, 0)
})

test("the account is known by what Stripe calls it", async () => {
  const { account, mode } = await stripe.inspect({ secretKey: validKey })
  assert.deepEqual([account, mode], [{ id: "acct_1TestAccount", name: "owner@example.com", country: "DE" }, "sandbox"])
})

test("a key without the right to read its account or its balance says so, and is known by Stripe's refusal", async () => {
  double.keys.set("rk_live_51Narrow", { lacks: ["account", "balance"] })
  assert.deepEqual(await stripe.inspect({ secretKey: "rk_live_51Narrow" }), {
    account: { id: "acct_1TestAccount", name: "acct_1TestAccount", country: null },
    mode: "live",
    missingRights: ["Accounts: Read", "Balance: Read", "Balance Transactions: Read"],
  })
})
