import { CreditCard } from "lucide-react"
import { nameOfCard } from "../../../src/kit/pure/card-name.ts"
import { savedMethodStatuses } from "../../../src/money/saved-methods/values.ts"
import type { Output } from "../../client.ts"
import { created } from "../../dashboard/created-column.tsx"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { Status } from "../../ui/status.tsx"
import { ContactCell } from "../contacts/cell.tsx"

type SavedMethod = Output<"GET /v1/saved-methods/{id}">

export const cardOf = (row: SavedMethod) => nameOfCard(row) || t`Card`
export const savedMethods = defineResource("saved-methods", {
  path: "saved-cards",
  event: "savedMethods",
  noun: t`saved card`,
  title: t`Saved cards`,
  about: t`Cards that payers have saved for later payments.`,
  icon: CreditCard,
  needs: "authorizations.view",
  tabs: { field: "status", values: savedMethodStatuses },
  columns: [
    { id: "contact", header: t`Contact`, cell: row => <ContactCell id={row.contact} isPlain /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "card", header: t`Card`, cell: row => <span className="num">{cardOf(row)}</span> },
    created,
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: cardOf(row),
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "status", "contact", "brand", "last4", "endedAt", "createdAt"],
  empty: t`A payer saves a card on the payment page.`,
  object: {
    name: cardOf,
    hasNoNumber: true,
  },
})
