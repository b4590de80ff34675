import { randomUUID } from "node:crypto"
import { assertRule, contact, intent, type Kit, Skipped } from "./kit.ts"

type Check = { area: "idempotency" | "requests" | "money" | "approvals" | "webhooks"; rule: string; run(kit: Kit): Promise<void> }

const codeOf = ({ body }: { body: { error?: { code?: string } } | undefined }) => body?.error?.code
const times = <T>(n: number, call: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => call(i)))

const requests: Check[] = [
  {
    area: "idempotency",
    rule: "a request that is repeated under its key gets the same answer, and takes effect once",
    async run({ post }) {
      const [key, body] = [randomUUID(), contact()]
      const [first, second] = [await post("/v1/contacts/create", body, key), await post("/v1/contacts/create", body, key)]
      assertRule(first.status === 201, "a contact should be created", first)
      assertRule(second.status === 201 && second.text === first.text, "the repetition should get the same bytes", second)
      assertRule(second.headers.get("idempotent-replayed") === "true", "the repetition should say Idempotent-Replayed: true", second)
    },
  },
  {
    area: "idempotency",
    rule: "another body under a used key is refused with 422 IDM-1002",
    async run({ post }) {
      const key = randomUUID()
      await post("/v1/contacts/create", contact(), key)
      const other = await post("/v1/contacts/create", contact(), key)
      assertRule(other.status === 422 && codeOf(other) === "IDM-1002", "it should be refused", other)
    },
  },
  {
    area: "idempotency",
    rule: "of ten requests with one key at once, one takes effect",
    async run({ post, newContact, read }) {
      const { _id } = await newContact()
      const [key, body] = [randomUUID(), intent(_id as string, 1_000)]
      const answers = await times(10, () => post("/v1/payment-intents/create", body, key))
      for (const answer of answers) assertRule(answer.status === 201 || answer.status === 409, "it should be 201 or 409", answer)
      const intents = await read(`/v1/payment-intents?contact=${_id}`)
      assertRule(intents.length === 1, `${intents.length} payment intents were made`)
    },
  },
  {
    area: "requests",
    rule: "an unknown field is refused by name with VAL-1005",
    async run({ post }) {
      const answer = await post("/v1/contacts/create", { ...contact(), emial: "a" })
      assertRule(answer.status === 400 && codeOf(answer) === "VAL-1005" && answer.text.includes("emial"), "it should be refused", answer)
    },
  },
  {
    area: "requests",
    rule: "another tenant in the header is refused with 400 and the message Invalid Tenant ID",
    async run({ send }) {
      const answer = await send("GET", "/v1/contacts", undefined, { "x-tenant-id": "0".repeat(24) })
      assertRule(answer.status === 400 && answer.body?.error?.message === "Invalid Tenant ID", "it should be refused", answer)
    },
  },
  {
    area: "requests",
    rule: "an unknown API key is refused with 401",
    async run({ send }) {
      const answer = await send("GET", "/v1/contacts", undefined, { authorization: "ApiKey cs_unknown" })
      assertRule(answer.status === 401, "it should be refused", answer)
    },
  },
]

const money: Check[] = [
  {
    area: "money",
    rule: "an amount that is no whole number of minor units is refused",
    async run({ post, newContact }) {
      const { _id } = await newContact()
      for (const amount of [10.5, "1000", 2 ** 53]) {
        const answer = await post("/v1/payment-intents/create", intent(_id as string, amount as number))
        assertRule(answer.status === 400, `${JSON.stringify(amount)} should be refused`, answer)
      }
    },
  },
  {
    area: "money",
    rule: "payments at once never exceed what is due",
    async run({ post, newIntent, read }) {
      const { _id } = await newIntent(1_000)
      const paid = await times(3, () => post("/v1/transactions/create", { paymentIntent: _id, amount: 600, method: "cash" }))
      const accepted = paid.filter(({ status }) => status === 201).length
      assertRule(accepted === 1, `${accepted} payments of 600 were accepted for 1000`)
      const { paid: sum, due } = await read(`/v1/payment-intents/${_id}`)
      assertRule(sum === 600 && due === 400, `paid is ${sum} and due is ${due}`)
    },
  },
  {
    area: "money",
    rule: "refunds at once never exceed what was paid",
    async run({ post, newIntent, made, read }) {
      const { _id: paymentIntent } = await newIntent(1_000)
      const { _id } = await made("/v1/gateways/simulator/charges/create", { paymentIntent, method: "card", token: "tok_success" })
      const refunds = await times(5, () => post("/v1/refund-intents/create", { transaction: _id, amount: 400 }))
      const accepted = refunds.filter(({ status }) => status === 201).length
      assertRule(accepted === 2, `${accepted} refunds of 400 were accepted for 1000`)
      const stored = await read(`/v1/refund-intents?transaction=${_id}`)
      assertRule(stored.length === 2, `${stored.length} refunds are stored`)
    },
  },
  {
    area: "money",
    rule: "a canceled payment intent takes no payment",
    async run({ post, newIntent }) {
      const { _id } = await newIntent(1_000)
      await post(`/v1/payment-intents/${_id}/cancel`)
      const answer = await post("/v1/transactions/create", { paymentIntent: _id, amount: 1_000, method: "cash" })
      assertRule(answer.status === 409, "it should be refused", answer)
    },
  },
  {
    area: "money",
    rule: "the books add up",
    async run({ send }) {
      const answer = await send("GET", "/v1/ledger/verify")
      assertRule(answer.body?.data?.ok === true, "GET /v1/ledger/verify should find no difference", answer)
    },
  },
]

const heldAmount = 1_234_567

const approvals: Check[] = [
  {
    area: "approvals",
    rule: "what a policy holds moves no money until somebody else approves it, and then once",
    async run(kit) {
      const { made, newIntent, read, post } = kit
      const { key, user } = await made("/v1/dev/api-keys/create", { name: "Conformance", role: "approver" })
      const conditions = { amountMin: heldAmount, amountMax: heldAmount }
      const policy = { name: "Conformance", entityType: "transaction", strategy: "any-of", approvers: [user], conditions }
      const { _id: policyId } = await made("/v1/approvals/policies/create", policy)
      try {
        const { _id } = await newIntent(heldAmount)
        const held = await made("/v1/transactions/create", { paymentIntent: _id, amount: heldAmount, method: "cash" })
        assertRule(held.status === "pending-approval", `the payment is ${held.status}`)
        const path = `/v1/approvals/requests/${held.approval?.request}`
        const own = await post(`${path}/approve`)
        assertRule(own.status === 403, "the maker should not be able to approve", own)
        assertRule((await read(`/v1/payment-intents/${_id}`)).paid === 0, "money moved before the approval")
        const answers = await times(3, () => kit.as(key as string).post(`${path}/approve`))
        for (const answer of answers) assertRule(answer.status === 200, "the same decision again should get the same answer", answer)
        const { status, decisions } = await read(path)
        assertRule(status === "approved" && decisions.length === 1, `three approvals of one person are ${decisions.length} decisions`)
        assertRule((await read(`/v1/payment-intents/${_id}`)).paid === heldAmount, "the payment was not released once")
      } finally {
        await post(`/v1/approvals/policies/${policyId}/delete`)
      }
    },
  },
]

const webhooks: Check[] = [
  {
    area: "webhooks",
    rule: "an event is delivered, signed over its bytes, and sent again with the same message id until it is taken",
    async run(kit) {
      const { receiver, post, send } = kit
      if (!receiver) throw new Skipped("the service can't reach this machine; give --receiver an address that it can")
      const registered = await post("/v1/dev/webhooks/create", { url: receiver.url, events: ["contacts.create"] })
      if (codeOf(registered) === "WHK-1001") throw new Skipped("the service calls no private addresses; give --receiver a public one")
      assertRule(registered.status === 201, "the receiver should be registered", registered)
      const { _id: endpoint, secret } = registered.body.data
      try {
        receiver.failures = 1
        const { _id } = await kit.newContact()
        const arrived = () => receiver.received.filter(({ body }) => body.data?._id === _id)
        const first = await kit.until(async () => arrived()[0], "the delivery of an event")
        assertRule(receiver.isSigned(first, secret as string), "the signature does not fit the bytes and the secret")
        await send("POST", "/v1/simulations/clock", { advance: "PT2M" }, { "idempotency-key": randomUUID() })
        const second = await kit.until(async () => arrived()[1], "the second delivery of an event that was refused")
        assertRule(second.body.messageId === first.body.messageId, "the second delivery has another message id")
      } finally {
        await post(`/v1/dev/webhooks/${endpoint}/delete`)
      }
    },
  },
]

export const checks: readonly Check[] = [...requests, ...money, ...approvals, ...webhooks]
