import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { asSystem } from "../kit/operation/system.ts"
import { type Html, html } from "../kit/pure/html.ts"
import { isId } from "../kit/pure/id.ts"
import { display } from "../kit/pure/money.ts"
import { endByPayer } from "../money/gateways/simulator-payer.ts"
import { findByReference, type SimulatedCharge } from "../money/gateways/store.ts"
import { findTenant } from "../platform/tenants/find-store.ts"
import type { View } from "./docs/pages/shell.ts"
import { readForm, sendFormPage } from "./sign-in/form.ts"
import { limitWrongLinks } from "./wrong-attempts.ts"

type Address = { Params: { tenant: string; reference: string } }

type Act = { end: "succeeded" | "declined" | "canceled"; card?: string }

/** What a tester may do as the payer, how the charge ends, and how a card that is saved with it behaves later. */
const acts: Record<string, Act> = {
  pay: { end: "succeeded" },
  "pay-authenticate": { end: "succeeded", card: "tok_authenticate_later" },
  decline: { end: "declined" },
  cancel: { end: "canceled" },
}

/** The page of the simulated bank, in sandboxes alone, where a tester plays the payer. Its address can't be guessed. */
export function addSimulatorRoutes(app: FastifyInstance) {
  app.get<Address>("/simulator/:tenant/:reference", async (request, reply) => {
    const charge = await find(request.params)
    return charge ? sendFormPage(reply, simulatedPage(charge)) : sendUnknown(request, reply)
  })

  app.post<Address>("/simulator/:tenant/:reference", async (request, reply) => {
    const charge = await find(request.params)
    if (!charge) return sendUnknown(request, reply)
    const name = readForm(request)("do")
    const act = Object.hasOwn(acts, name) ? acts[name] : undefined
    if (act) await asSystem(charge.tenant_id, "simulator", ctx => endByPayer(ctx, charge, act.end, act.card), "page")
    return reply.redirect(charge.return_url ?? request.url, 303)
  })
}

async function find({ tenant: id, reference }: Address["Params"]): Promise<SimulatedCharge | undefined> {
  const tenant = isId(id) ? await findTenant({ id }) : undefined
  return tenant?.mode === "sandbox" ? findByReference(tenant.id, reference) : undefined
}

async function sendUnknown(request: FastifyRequest, reply: FastifyReply) {
  const limit = await limitWrongLinks(request.ip)
  if (limit) throw limit
  return reply.callNotFound()
}

const simulatedPage = (charge: SimulatedCharge): View => ({
  title: "Simulated bank",
  body: html`<main class="plain"><article class="card bill">
<p><span class="chip warn">Test mode</span></p>
<h1>Simulated bank</h1>
<p class="lead">You play the payer of ${display(charge.amount, charge.currency, "en")}. No money moves.</p>
${charge.status === "action" ? choicesFor(charge) : html`<p class="note" role="status">This payment is ${words[charge.status]}.</p>`}
${charge.return_url === null ? "" : html`<p><a href="${charge.return_url}">Back to the payment page</a></p>`}
</article></main>`,
})

const words: Record<SimulatedCharge["status"], string> = {
  action: "open",
  processing: "open",
  succeeded: "paid",
  declined: "declined",
  expired: "expired",
  canceled: "canceled",
}

/** A card that is saved may behave otherwise once the payer is absent. */
const choicesFor = ({ saves_method }: SimulatedCharge): Html => html`<form class="acts" method="post">
<button class="button" name="do" value="pay">Pay</button>
${
  saves_method
    ? html`<button class="button second" name="do" value="pay-authenticate">Pay, and let the bank ask for confirmation next time</button>`
    : ""
}
<button class="button second" name="do" value="decline">Decline</button>
<button class="button second" name="do" value="cancel">Cancel</button>
</form>`
