import { definePage } from "../../dashboard/resource.ts"
import { countryName, say } from "../../lib/words.ts"
import { PartnershipBody } from "./account.tsx"
import { partnershipActions } from "./forms.ts"
import { termsInWords } from "./resource.tsx"

export const partnershipPage = definePage<"partnerships">({
  heading: row => row.name,
  subheading: row => say(row.kind),
  facts: row => [
    ["Code", row.code],
    ["Terms", termsInWords(row)],
    ["E-mail", row.email],
    ["Country", row.country && countryName(row.country)],
    ["Currency", row.currency],
  ],
  related: row => [
    { title: "Splits", to: "payment-splits", filter: { partnership: row._id } },
    { title: "Payouts", to: "payouts", filter: { partnership: row._id } },
    { title: "Services", to: "services", filter: { supplier: row._id } },
    { title: "Bank accounts", to: "bank-accounts", filter: { partnership: row._id } },
  ],
  Body: PartnershipBody,
  past: "account",
  actions: partnershipActions,
})
