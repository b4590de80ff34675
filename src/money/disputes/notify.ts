import type { Context } from "../../kit/operation/context.ts"
import { display } from "../../kit/pure/money.ts"
import { config } from "../../kit/service/config.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { findPeopleWith } from "../../platform/tenants/store.ts"
import { readContact } from "../../parties/contacts/store.ts"
import { formatDueDate } from "../payment-intents/rules.ts"
import { readPaymentIntent } from "../payment-intents/store.ts"
import type { DisputeRow } from "./store.ts"

type Facts = { amount: string; day: string; gateway: string }
type Occasion = { subject: string; request: string }

const opened = ({ amount, day }: Facts): Occasion => ({
  subject: `A payment of ${amount} is disputed`,
  request: `The money is set aside until the bank decides. Submit evidence by ${day}, or accept the dispute; without an answer it is lost.`,
})
const occasions = {
  opened,
  reminder: (facts: Facts) => ({ ...opened(facts), subject: `Reminder: answer the dispute over ${facts.amount} by ${facts.day}` }),
  undelivered: ({ amount, gateway, day }: Facts) => ({
    subject: `Your answer to the dispute over ${amount} did not reach ${gateway}`,
    request: `Countersign could not hand your answer to ${gateway}, however often it tried. Give it there yourself, by ${day}.`,
  }),
}

/** Mails the people who may answer it. */
export async function notifyOfDispute(ctx: Context, dispute: DisputeRow, occasion: keyof typeof occasions) {
  const [people, contact, intent] = await Promise.all([
    findPeopleWith(ctx, "disputes.edit"),
    readContact(ctx, dispute.contact_id),
    readPaymentIntent(ctx, dispute.payment_intent_id),
  ])
  const amount = display(dispute.amount, dispute.currency)
  const day = formatDueDate(dispute.evidence_due_at.toISOString(), ctx.tenant.timezone)
  const { subject, request } = occasions[occasion]({ amount, day, gateway: dispute.gateway })
  for (const person of people)
    sendMail(ctx, {
      recipient: person.email,
      object: dispute.id,
      subject,
      greeting: `Hello ${person.name},`,
      paragraphs: [`The bank of ${contact.email} contests ${amount} that ${ctx.tenant.name} received for ${intent.number}.`, request],
      rows: [
        ["Reason", dispute.reason],
        ["Dispute", dispute.number],
        ["At the gateway", dispute.reference],
      ],
      action: { label: "See the dispute", url: `${config.BASE_URL}/disputes/${dispute.id}` },
      footer: `You get this mail because you may answer disputes of ${ctx.tenant.name}.`,
    })
}
