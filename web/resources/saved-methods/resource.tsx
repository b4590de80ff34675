import { CreditCard } from "lucide-react"
import { nameOfCard } from "../../../src/kit/pure/card-name.ts"
import { savedMethodStatuses } from "../../../src/money/saved-methods/values.ts"
import type { Output } from "../../client.ts"
import { created } from "../../dashboard/created-column.tsx"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { Status } from "../../ui/status.tsx"
import { ContactCell } from "../contacts/cell.tsx"

type SavedMethod = Output<"GET /v1/saved-methods/{id}">

export const cardOf = (row: SavedMethod) => nameOfCard(row) || "Card"
export const savedMethods = defineResource("saved-methods", {
  path: "saved-cards",
  event: "savedMethods",
  noun: "saved card",
  title: "Saved cards",
  about: "Cards that payers have saved for later payments.",
  icon: CreditCard,
  needs: "authorizations.view",
  tabs: { field: "status", values: savedMethodStatuses },
  columns: [
    { header: "Contact", cell: row => <ContactCell id={row.contact} isPlain /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Card", cell: row => <span className="num">{cardOf(row)}</span> },
    created,
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: cardOf(row),
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "status", "contact", "brand", "last4", "endedAt", "createdAt"],
  empty: "A payer saves a card on the payment page.",
  object: {
    name: cardOf,
    hasNoNumber: true,
  },
})
