import type { TypedField } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { isId } from "../../lib/is-id.ts"
import { t } from "../../lib/translate.ts"

export const paymentField: TypedField<"paymentIntent"> = {
  name: "paymentIntent",
  label: t`Payment`,
  kind: "reference",
  isTyped: true,
  isRequired: true,
  placeholder: "PI-000123",
  route: "GET /v1/payment-intents",
  describe: row => ({ value: String(row["number"]), label: money(Number(row["amount"]), String(row["currency"])) }),
}

/** The number of a payment such as PI-000123, or an id. */
export const byPaymentOrId = (text: string): { _id: string } | { paymentIntent: string } | undefined =>
  isId(text) ? { _id: text } : /^pi-\d+$/i.test(text) ? { paymentIntent: text.toUpperCase() } : undefined
