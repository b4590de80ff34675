import type { TypedField } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"

export const serviceField: TypedField<"service"> = {
  name: "service",
  label: t`Service`,
  kind: "reference",
  isTyped: true,
  isRequired: true,
  route: "GET /v1/services",
  describe: row => {
    const { name, price } = row as { name: string; price: { amount: number; currency: string } | null }
    return { value: name, label: price ? money(price.amount, price.currency) : "" }
  },
}
