import { Reference } from "../../dashboard/reference.tsx"
import { definePage } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { countryName, say } from "../../lib/words.ts"
import { bankAccountUpdate } from "./forms.ts"

export const bankAccountPage = definePage<"bank-accounts">({
  heading: row => row.masked,
  subheading: row => row.holder,
  facts: row => [
    [t`Holder`, row.holder],
    [t`Country`, countryName(row.country)],
    [t`Currency`, row.currency],
    [t`Owner`, say(row.owner)],
    [t`Contact`, row.contact && <Reference to="contacts" id={row.contact} />],
    [t`Partner`, row.partnership && <Reference to="partnerships" id={row.partnership} />],
    ["BIC", row.bic],
    [t`Bank's code`, row.routing],
    ...(row.owner === "self" ? [[t`Shown to payers`, row.shownToPayers ? t`Yes` : t`No`] satisfies [string, string]] : []),
    [t`Pix key`, row.pixKey],
  ],
  related: row => [
    { title: t`Mandates`, to: "authorizations", filter: { bankAccount: row._id } },
    { title: t`Payouts`, to: "payouts", filter: { bankAccount: row._id } },
  ],
  actions: {
    update: bankAccountUpdate,
    "show-to-payers": {
      label: t`Show to payers`,
      about: row => t`The payment page shows its full number to payers who transfer ${row.currency}.`,
      fields: [{ name: "pixKey", label: t`Pix key`, kind: "text", hint: t`For an account in BRL: payers get a QR code with the amount` }],
      done: t`The payment page shows the account.`,
    },
    "hide-from-payers": {
      label: t`Hide from payers`,
      about: () => t`The payment page no longer shows its number. Transfers still arrive.`,
    },
    deactivate: {
      label: t`Deactivate`,
      isDanger: true,
      about: () => t`No new payout or mandate can use it, and its number is erased for good.`,
    },
  },
})
