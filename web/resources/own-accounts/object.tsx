import { definePage } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { countryName, say } from "../../lib/words.ts"
import { ownAccountUpdate } from "./forms.ts"

export const ownAccountPage = definePage<"own-accounts">({
  heading: row => row.name,
  subheading: row => row.masked,
  facts: row => [
    [t`Holder`, row.holder],
    [t`Country`, countryName(row.country)],
    [t`Currency`, row.currency],
    ["BIC", row.bic],
    [t`Bank's code`, row.routing],
    [t`Company id`, row.company?.id],
    [t`Company name`, row.company?.name],
    [t`Creditor id`, row.creditorId],
    [t`Address`, row.address && addressLine(row.address)],
    [t`Payment files`, row.profile ? say(row.profile) : t`None`],
  ],
  related: row => [
    { title: t`Bank statements`, to: "bank-statements", filter: { ownAccount: row._id } },
    { title: t`Payment files`, to: "payment-files", filter: { ownAccount: row._id } },
    { title: t`Bank answers`, to: "bank-answers", filter: { ownAccount: row._id } },
  ],
  actions: {
    update: ownAccountUpdate,
    archive: {
      label: t`Archive`,
      isDanger: true,
      about: () => t`No new payment file can be made for it. Its files and statements stay, and you can restore it.`,
    },
    restore: { label: t`Restore`, about: () => t`New payment files can be made for it again.` },
  },
})

const addressLine = ({ street, building, postCode, town, country }: Record<string, string | undefined>) =>
  [[street, building].filter(Boolean).join(" "), [postCode, town].filter(Boolean).join(" "), countryName(country ?? "")]
    .filter(Boolean)
    .join(", ")
