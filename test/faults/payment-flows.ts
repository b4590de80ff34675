// Payments, refunds, cancelations, mandates and disputes at providers, in steps.
import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { openDispute } from "../doubles/stripe/disputes.ts"
import { type Any, type Caller, newContact, until } from "../harness.ts"
import { type ProviderAccount, stripeMessages } from "./provider-accounts.ts"
import { again, chargesOf, type Flow, openTenant, step, type Tenant, verifyPaidOnce, type World } from "./provider-tenant.ts"

export async function newPaymentFlows(world: World): Promise<Flow[]> {
  const { stripe, mercadoPago, apiPix } = world.accounts
  const orders = step(mercadoPago, /^POST \/v1\/orders$/)
  const cobs = step(apiPix, /^PUT \/api\/v2\/cob\//)
  const open = (account: ProviderAccount) => openTenant(world, account)
  const saved = { token: "pm_card_visa" }
  return [
    {
      name: "a charge of a saved method at Stripe",
      steps: [step(stripe, /^POST \/v1\/payment_intents$/), step(stripe, /^POST \/v1\/payment_intents\/\w+\/confirm$/)],
      begin: charging(await open(stripe), saved),
    },
    { name: "a page of Stripe", steps: [step(stripe, /^POST \/v1\/checkout\/sessions$/)], begin: charging(await open(stripe)) },
    { name: "a Pix of Mercado Pago", steps: [orders], begin: charging(await open(mercadoPago)) },
    { name: "a Pix of a bank", steps: [cobs], begin: charging(await open(apiPix)) },
    { name: "a refund by Stripe", steps: [step(stripe, /^POST \/v1\/refunds$/)], begin: refunding(await open(stripe)) },
    {
      name: "a refund by Mercado Pago",
      steps: [step(mercadoPago, /^POST \/v1\/orders\/\w+\/refund$/)],
      begin: refunding(await open(mercadoPago)),
    },
    { name: "a refund by a bank", steps: [step(apiPix, /^PUT \/api\/v2\/pix\/\w+\/devolucao\//)], begin: refunding(await open(apiPix)) },
    {
      name: "a cancelation at Stripe",
      steps: [step(stripe, /^POST \/v1\/checkout\/sessions\/\w+\/expire$/)],
      begin: canceling(await open(stripe)),
    },
    { name: "a cancelation at a bank", steps: [step(apiPix, /^PATCH \/api\/v2\/cob\//)], begin: canceling(await open(apiPix)) },
    {
      name: "a switch from Mercado Pago to a bank",
      steps: [step(mercadoPago, /^POST \/v1\/orders\/\w+\/cancel$/), cobs],
      begin: switching(await open(mercadoPago), apiPix),
    },
    {
      name: "a mandate",
      steps: [step(stripe, /^POST \/v1\/customers$/), step(stripe, /^POST \/v1\/setup_intents$/)],
      begin: signing(await open(stripe), world),
    },
    {
      name: "the answer to a dispute",
      steps: [step(stripe, /^POST \/v1\/files$/), step(stripe, /^POST \/v1\/disputes\/\w+$/)],
      begin: answering(await open(stripe), world),
    },
  ]
}

const charging =
  (tenant: Tenant, fields: object = {}) =>
  async () => {
    const intent = await tenant.sell()
    return {
      act: () => tenant.charge(intent, tenant.killable, tenant.account, fields),
      verify: () => verifyPaidOnce(tenant, intent, [tenant.account], fields),
    }
  }

/** A charge that was paid at the provider and booked. */
async function sellAndPay(tenant: Tenant): Promise<Any> {
  const intent = await tenant.sell()
  await again(() => tenant.charge(intent))
  await verifyPaidOnce(tenant, intent, [tenant.account])
  return (await chargesOf(tenant, intent))[0]
}

const refunding = (tenant: Tenant) => async () => {
  const charge = await sellAndPay(tenant)
  const { _id } = await tenant.create("refund-intents", { transaction: charge._id, amount: 4000 })
  return {
    act: () => tenant.killable.post(`/v1/refund-intents/${_id}/approve`),
    async verify() {
      await tenant.api.post(`/v1/refund-intents/${_id}/approve`) // in case the approval was not committed
      await until(async () => (await tenant.read(`refund-intents/${_id}`)).status === "settled", "the refund is settled")
      const booked: Any[] = await tenant.read(`transactions?refundOf=${charge._id}`)
      const { refunded } = await tenant.read(`payment-intents/${charge.paymentIntent}`)
      assert.deepEqual([tenant.account.countRefunds(_id), booked.length, refunded], [1, 1, 4000])
    },
  }
}

const canceling = (tenant: Tenant) => async () => {
  const intent = await tenant.sell()
  const { _id } = (await again(() => tenant.charge(intent))).body.data
  return {
    act: () => tenant.killable.post(`/v1/transactions/${_id}/cancel`),
    async verify() {
      const isOpen = async () => (await tenant.read(`transactions/${_id}`)).status === "processing"
      await until(async () => (await isOpen()) === tenant.account.isOpen(_id), "both sides say the same about the charge")
      await again(() => tenant.api.post(`/v1/transactions/${_id}/cancel`))
      assert.deepEqual([await isOpen(), tenant.account.isOpen(_id)], [false, false])
      await verifyPaidOnce(tenant, intent, [tenant.account])
    },
  }
}

const switching = (tenant: Tenant, to: ProviderAccount) => async () => {
  if ((await tenant.read("gateway-connections")).length === 1) await tenant.connect(to)
  const intent = await tenant.sell()
  const first = (await again(() => tenant.charge(intent))).body.data
  return {
    act: () => tenant.charge(intent, tenant.killable, to),
    async verify() {
      const isOpen = async () => (await tenant.read(`transactions/${first._id}`)).status === "processing"
      await until(async () => (await isOpen()) === tenant.account.isOpen(first._id), "both sides say the same about the first charge")
      await until(async () => (await chargesOf(tenant, intent)).every(each => each.status !== "processing" || each.action), "all is known")
      await again(() => tenant.charge(intent, tenant.api, to)) // the payer chooses again
      assert.equal(tenant.account.isOpen(first._id), false)
      await verifyPaidOnce(tenant, intent, [to, tenant.account])
    },
  }
}

const signing =
  (tenant: Tenant, { accounts: { stripe } }: World) =>
  async () => {
    const contact = await tenant.create("contacts", newContact())
    const iban = { country: "DE", currency: "EUR", iban: "DE89370400440532013000", owner: "contact", contact: contact._id }
    const bankAccount = (await tenant.create("bank-accounts", { holder: "Ana Souza", ...iban }))._id
    const find = async (): Promise<Any[]> => tenant.read(`authorizations?contact=${contact._id}`)
    const key = randomUUID()
    const sign = (by: Caller) => by.create("/v1/authorizations/create", { contact: contact._id, bankAccount, scheme: "sepa" }, key)
    return {
      act: () => sign(tenant.killable),
      async verify() {
        await sign(tenant.api)
        await until(async () => (await find()).every(({ status }) => status === "active"), "the mandate is active")
        const keys = (await find()).map(({ _id }) => _id as string)
        const made = [...stripe.state.setupIntents.values()].filter(({ metadata }) => keys.includes(metadata?.["key"] ?? ""))
        assert.deepEqual([keys.length, made.length], [1, 1])
      },
    }
  }

const answering =
  (tenant: Tenant, { accounts: { stripe }, documentUrl }: World) =>
  async () => {
    const charge = await sellAndPay(tenant)
    const [payment] = [...stripe.state.intents.values()].filter(({ metadata }) => metadata["key"] === charge._id)
    const { id } = openDispute(stripe.state, payment!.id)
    await tenant.deliver(() => stripeMessages(stripe.state, tenant.connection.eventsUrl, id))
    const dispute: Any = await until(async () => (await tenant.read(`disputes?transaction=${charge._id}`))[0], "the dispute is known")
    const evidence = { text: "It was delivered.", documents: [{ name: "Receipt", url: documentUrl, kind: "receipt" }] }
    const countSent = () => stripe.state.disputes.get(id)!.evidence_details.submission_count
    return {
      act: () => tenant.killable.post(`/v1/disputes/${dispute._id}/evidence`, evidence),
      async verify() {
        if (!(await tenant.read(`disputes/${dispute._id}`)).evidence)
          await tenant.api.post(`/v1/disputes/${dispute._id}/evidence`, evidence)
        await until(async () => countSent() > 0, "the evidence arrived")
        assert.equal(countSent(), 1)
      },
    }
  }
