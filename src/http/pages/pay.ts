import { display } from "../../kit/money.ts"
import { escape } from "../../mails/letter.ts"
import type { PaymentIntent } from "../../payment-intents/schema.ts"
import type { View } from "./shell.ts"

export function payPage(intent: PaymentIntent | undefined, from: string): View {
  if (!intent) return { title: "No such payment", body: "<h1>No such payment</h1>" }
  return { title: `${from} ${intent.number}`, body: `<h1>${escape(display(intent.due, intent.currency))}</h1><p>${escape(from)}</p>` }
}
