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

/** What a tester may do as the payer, and how the charge ends. */
const acts = { pay: "succeeded", decline: "declined", cancel: "canceled" } as const

/** The page of the simulated bank, in sandboxes alone, where a tester plays the payer. Its address can't be guessed. */
export function addSimulatorRoutes(app: FastifyInstance) {
  app.get<Address>("/simulator/:tenant/:reference", async (request, reply) => {
    const charge = await find(request.params)
    return charge ? sendFormPage(reply, simulatedPage(charge)) : sendUnknown(request, reply)
  })

  app.post<Address>("/simulator/:tenant/:reference", async (request, reply) => {
    const charge = await find(request.params)
    if (!charge) return sendUnknown(request, reply)
    const act = readForm(request)("do")
    if (isAct(act)) await asSystem(charge.tenant_id, "simulator", ctx => endByPayer(ctx, charge, acts[act]), "page")
    return reply.redirect(charge.return_url ?? request.url, 303)
  })
}

const isAct = (act: string): act is keyof typeof acts => Object.hasOwn(acts, act)

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
${charge.status === "action" ? choices : html`<p class="note" role="status">This payment is ${words[charge.status]}.</p>`}
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

const choices: Html = html`<form class="acts" method="post">
<button class="button" name="do" value="pay">Pay</button>
<button class="button second" name="do" value="decline">Decline</button>
<button class="button second" name="do" value="cancel">Cancel</button>
</form>`
