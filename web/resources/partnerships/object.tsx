import { definePage } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { countryName, say } from "../../lib/words.ts"
import { PartnershipBody } from "./account.tsx"
import { partnershipActions } from "./forms.ts"
import { termsInWords } from "./resource.tsx"

export const partnershipPage = definePage<"partnerships">({
  heading: row => row.name,
  subheading: row => say(row.kind),
  facts: row => [
    [t`Code`, row.code],
    [t`Terms`, termsInWords(row)],
    [t`E-mail`, row.email],
    [t`Country`, row.country && countryName(row.country)],
    [t`Currency`, row.currency],
  ],
  related: row => [
    { title: t`Splits`, to: "payment-splits", filter: { partnership: row._id } },
    { title: t`Payouts`, to: "payouts", filter: { partnership: row._id } },
    { title: t`Services`, to: "services", filter: { supplier: row._id } },
    { title: t`Bank accounts`, to: "bank-accounts", filter: { partnership: row._id } },
  ],
  Body: PartnershipBody,
  past: "account",
  actions: partnershipActions,
})
