import type { Context } from "../../kit/db/context.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findPeopleWith } from "../../platform/tenants/store.ts"
import { readContact } from "../../parties/contacts/store.ts"
import { readPaymentIntent } from "../payment-intents/store.ts"
import { disputeWords } from "./notice-words.ts"
import type { DisputeRow } from "./store.ts"

const kinds = { opened: "dispute-opened", reminder: "dispute-due", undelivered: "dispute-undelivered" } as const

/** Mails the people who may answer it. */
export async function notifyOfDispute(ctx: Context, dispute: DisputeRow, occasion: keyof typeof kinds) {
  const [people, contact, intent] = await Promise.all([
    findPeopleWith(ctx, "disputes.edit"),
    readContact(ctx, dispute.contact_id),
    readPaymentIntent(ctx, dispute.payment_intent_id),
  ])
  const { id, stage, gateway } = dispute
  const about = { kind: kinds[occasion], type: "disputes", object: id, path: `/disputes/${id}`, occasion: stage }
  await notify(ctx, people, about, ({ locale, money, day: dayOf }) => {
    const words = disputeWords[locale]
    const [amount, day] = [money(dispute.amount, dispute.currency), dayOf(dispute.evidence_due_at)]
    return {
      subject: words[occasion](amount, occasion === "undelivered" ? gateway : day),
      paragraphs: [
        words.contests(contact.email, amount, ctx.tenant.name, intent.number),
        occasion === "undelivered" ? words.answerThere(gateway, day) : words.request[stage](day),
      ],
      amount: { value: amount, note: words.answerBy(day) },
      rows: [
        [words.reason, dispute.reason],
        [words.dispute, dispute.number],
        [words.atGateway, dispute.reference],
      ],
      action: words.action,
      footer: words.footer(ctx.tenant.name),
    }
  })
}
