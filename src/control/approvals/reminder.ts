import type { Context } from "../../kit/operation/context.ts"
import { display } from "../../kit/pure/money.ts"
import { config } from "../../kit/service/config.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { findUsers } from "../../platform/tenants/store.ts"
import { nounOf } from "./rules.ts"
import type { RequestRow } from "./request-store.ts"

/** Mails the people whose approval is needed now; API keys have no mailbox. */
export async function remindApprovers(ctx: Context, request: RequestRow) {
  const waiting = request.strategy === "sequential" ? request.remaining.slice(0, 1) : request.remaining
  const people = (await findUsers(ctx, waiting)).filter(user => user.type === "person" && user.active)
  const { facts, policy, entity_type } = request
  const amount = display(facts.amount, facts.sourceCurrency)
  const what = `${nounOf(entity_type)} of ${amount}`
  for (const person of people)
    sendMail(ctx, {
      recipient: person.email,
      object: request.id,
      subject: `Approval needed: ${what}`,
      greeting: `Hello ${person.name},`,
      paragraphs: [
        `A ${what} of ${ctx.tenant.name} waits for your approval, because the policy "${policy.name}" holds it.`,
        `No money has moved. Without a decision it is canceled on ${request.expires_at.toISOString().slice(0, 10)}.`,
      ],
      rows: [],
      action: { label: "Decide", url: `${config.BASE_URL}/approvals/${request.id}` },
      footer: `You get this mail because you are an approver of ${ctx.tenant.name}.`,
    })
}
