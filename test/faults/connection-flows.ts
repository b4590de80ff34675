// Messages of a provider, and the life of a connection to it, in steps.
import assert from "node:assert/strict"
import { payOut } from "../doubles/stripe/resources.ts"
import { type Any, type Caller, createCaller, until } from "../harness.ts"
import { stripeMessages } from "./provider-accounts.ts"
import { again, type Flow, openTenant, step, type Tenant, type World } from "./provider-tenant.ts"

export async function newConnectionFlows(world: World): Promise<Flow[]> {
  const { stripe } = world.accounts
  const remove = step(stripe, /^DELETE \/v1\/webhook_endpoints\//)
  const make = step(stripe, /^POST \/v1\/webhook_endpoints$/)
  const open = () => openTenant(world, stripe)
  return [
    { name: "a message that is read", steps: [step(stripe, /^GET \/v1\/payouts\//)], begin: receiving(await open(), world) },
    { name: "a new connection", steps: [make], begin: connecting(world) },
    { name: "a new secret for messages", steps: [make, remove], begin: changingSecret(await open(), world) },
    { name: "new credentials", steps: [step(stripe, /^GET \/v1\/account Bearer rk_test_51Rotated/)], begin: rotating(await open(), world) },
    { name: "the end of a connection", steps: [remove], begin: disconnecting(await open(), world) },
  ]
}

const receiving =
  (tenant: Tenant, { accounts: { stripe }, here }: World) =>
  async () => {
    const { id } = payOut(stripe.state, 5000, "eur")
    const send = () => tenant.deliver(() => stripeMessages(stripe.state, tenant.connection.eventsUrl, id))
    const count = async () => (await here.sql("select 1 from gateway_withdrawals where reference = $1", [id])).length
    return {
      act: send,
      async verify() {
        await send() // a provider that got no answer sends again
        await until(async () => (await count()) > 0, "the withdrawal is booked")
        assert.equal(await count(), 1)
      },
    }
  }

const connecting =
  ({ here, killableUrl, accounts: { stripe } }: World) =>
  async () => {
    const api = await here.otherTenant()
    const body = { gateway: "stripe", name: "Stripe", credentials: stripe.credentials }
    const connect = (by: Caller) => by.create("/v1/gateway-connections/create", body)
    return {
      act: () => connect(createCaller(killableUrl, api.keys)),
      async verify() {
        const { status, body: answer } = await again(() => connect(api))
        if (status !== 201) assert.equal(answer.error.code, "GEN-1010") // the first one was committed
        assert.equal((await api.get("/v1/gateway-connections")).body.count, 1)
      },
    }
  }

/** The provider signs with the secret that it made last, and we take what it signs. */
const changingSecret = (tenant: Tenant, world: World) => async () => {
  const { _id } = tenant.connection
  return {
    act: () => tenant.killable.post(`/v1/gateway-connections/${_id}/rotate-secret`),
    verify: async () => (await receiving(tenant, world)()).verify(),
  }
}

const rotating =
  (tenant: Tenant, { accounts: { stripe } }: World) =>
  async () => {
    const path = `gateway-connections/${tenant.connection._id}`
    const fingerprint = async () => (await tenant.read(path)).credentials.secretKey.fingerprint as string
    const before = await fingerprint()
    const secretKey = stripe.newKey("Rotated")
    const rotate = (by: Caller) => by.post(`/v1/${path}/rotate`, { credentials: { secretKey } })
    return {
      act: () => rotate(tenant.killable),
      async verify() {
        assert.equal((await again(() => rotate(tenant.api))).status, 200)
        assert.notEqual(await fingerprint(), before)
      },
    }
  }

const disconnecting =
  (tenant: Tenant, { accounts: { stripe } }: World) =>
  async () => {
    const found: Any[] = await tenant.read("gateway-connections?status=active")
    const connection = found[0] ?? (await tenant.connect(stripe))
    const path = `gateway-connections/${connection._id}`
    return {
      act: () => tenant.killable.post(`/v1/${path}/disconnect`),
      async verify() {
        if ((await tenant.read(path)).status === "active") await tenant.api.post(`/v1/${path}/disconnect`)
        await until(async () => (await tenant.read(path)).status === "disconnected", "the connection has ended")
      },
    }
  }
