import { amountIn, type Story } from "../../dashboard/entry.ts"
import { t } from "../../lib/translate.ts"

export const paymentStory: Story = {
  tellCreate: ({ after }) => ({ text: t`requested ${amountIn(after ?? {})}`, tone: "info", isMoney: true }),
}
