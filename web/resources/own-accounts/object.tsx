import { definePage } from "../../dashboard/resource.ts"
import { countryName, say } from "../../lib/words.ts"
import { ownAccountUpdate } from "./forms.ts"

export const ownAccountPage = definePage<"own-accounts">({
  heading: row => row.name,
  subheading: row => row.masked,
  facts: row => [
    ["Holder", row.holder],
    ["Country", countryName(row.country)],
    ["Currency", row.currency],
    ["BIC", row.bic],
    ["Bank's code", row.routing],
    ["Company id", row.company?.id],
    ["Company name", row.company?.name],
    ["Creditor id", row.creditorId],
    ["Address", row.address && addressLine(row.address)],
    ["Payment files", row.profile ? say(row.profile) : "None"],
  ],
  related: row => [
    { title: "Bank statements", to: "bank-statements", filter: { ownAccount: row._id } },
    { title: "Payment files", to: "payment-files", filter: { ownAccount: row._id } },
    { title: "Bank answers", to: "bank-answers", filter: { ownAccount: row._id } },
  ],
  actions: {
    update: ownAccountUpdate,
    archive: {
      label: "Archive",
      isDanger: true,
      about: () => "No new payment file can be made for it. Its files and statements stay, and you can restore it.",
    },
    restore: { label: "Restore", about: () => "New payment files can be made for it again." },
  },
})

const addressLine = ({ street, building, postCode, town, country }: Record<string, string | undefined>) =>
  [[street, building].filter(Boolean).join(" "), [postCode, town].filter(Boolean).join(" "), countryName(country ?? "")]
    .filter(Boolean)
    .join(", ")
