import type { Context } from "../../kit/db/context.ts"
import { languageOf } from "../../platform/mails/language.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findPeopleWith } from "../../platform/tenants/store.ts"
import { readContact } from "../../parties/contacts/store.ts"
import { readPaymentIntent } from "../payment-intents/store.ts"
import type { DisputeStage } from "./values.ts"
import type { DisputeRow } from "./store.ts"

type Facts = { amount: string; day: string; gateway: string; stage: DisputeStage }

const requests: Record<DisputeStage, (day: string) => string> = {
  inquiry: day => `The bank only asks so far, and no money has moved. Submit evidence by ${day}, so that it does not become a dispute.`,
  dispute: day =>
    `The money is set aside until the bank decides. Submit evidence by ${day}, or accept the dispute; without an answer it is lost.`,
  appeal: day => `The dispute was lost and is now appealed. Submit evidence by ${day}; the money comes back only if the appeal is won.`,
}
const request = ({ day, stage }: Facts) => requests[stage](day)

const occasions = {
  opened: { kind: "dispute-opened", subject: ({ amount }: Facts) => `A payment of ${amount} is disputed`, request },
  reminder: { kind: "dispute-due", subject: ({ amount, day }: Facts) => `Reminder: answer the dispute over ${amount} by ${day}`, request },
  undelivered: {
    kind: "dispute-undelivered",
    subject: ({ amount, gateway }: Facts) => `Your answer to the dispute over ${amount} did not reach ${gateway}`,
    request: ({ gateway, day }: Facts) =>
      `Countersign tried several times and could not send your answer to ${gateway}. Answer there yourself by ${day}.`,
  },
} as const

/** Mails the people who may answer it. */
export async function notifyOfDispute(ctx: Context, dispute: DisputeRow, occasion: keyof typeof occasions) {
  const [people, contact, intent] = await Promise.all([
    findPeopleWith(ctx, "disputes.edit"),
    readContact(ctx, dispute.contact_id),
    readPaymentIntent(ctx, dispute.payment_intent_id),
  ])
  const { money, day: dayOf } = languageOf("en", ctx.tenant.timezone)
  const amount = money(dispute.amount, dispute.currency)
  const facts = { amount, day: dayOf(dispute.evidence_due_at), gateway: dispute.gateway, stage: dispute.stage }
  const { kind, subject, request: whatToDo } = occasions[occasion]
  await notify(ctx, people, {
    kind,
    type: "disputes",
    object: dispute.id,
    path: `/disputes/${dispute.id}`,
    occasion: dispute.stage,
    subject: subject(facts),
    paragraphs: [`The bank of ${contact.email} contests ${amount} that ${ctx.tenant.name} received for ${intent.number}.`, whatToDo(facts)],
    amount: { value: amount, note: `Answer by ${facts.day}` },
    rows: [
      ["Reason", dispute.reason],
      ["Dispute", dispute.number],
      ["At the gateway", dispute.reference],
    ],
    action: "See the dispute",
    footer: `You get this mail because you may answer disputes of ${ctx.tenant.name}.`,
  })
}
