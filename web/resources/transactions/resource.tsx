import { PencilLine, Receipt } from "lucide-react"
import type { ReactNode } from "react"
import { transactionStatuses, transactionTypes } from "../../../src/money/transactions/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { amountText, money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { ExactWhen, Money, When } from "../../ui/value.tsx"
import { transactionActions, transactionCreate } from "./forms.ts"
import { amountAndStatus } from "../../dashboard/amount-and-status.tsx"
import { ContactCell } from "../contacts/cell.tsx"
import { choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { byPaymentOrId } from "../payment-intents/field.ts"
import { ofContact } from "../contacts/field.ts"
import { GatewayName } from "./gateway-name.tsx"
import { deferred } from "../../ui/deferred.tsx"
import { RefundCharge } from "../refund-intents/button.tsx"
import { transactionStory } from "./story.ts"

type Transaction = Output<"GET /v1/transactions/{id}">

const ProviderPage = deferred(async () => (await import("./provider-page.tsx")).ProviderPage)
const Settlement = deferred(async () => (await import("./settlement.tsx")).Settlement)

/** Facts that most transactions do not have. */
const whenSet = (label: string, value: ReactNode): [string, ReactNode][] => (value ? [[label, value]] : [])

/** Refunds count as negative amounts. */
const signed = (row: Transaction) => ({ ...row, amount: row.transactionType === "refund" ? -row.amount : row.amount })

export const transactions = defineResource("transactions", {
  event: "transactions",
  story: transactionStory,
  approval: {
    type: "transaction",
    label: "Payment",
    icon: PencilLine,
    // A charge at a gateway is not recorded by hand.
    again: ({ gateway, paymentIntent, currency, amount, method }) =>
      gateway === null ? { paymentIntent, currency, amount: amountText(amount, currency), method } : undefined,
  },
  noun: "transaction",
  title: "Transactions",
  about: "Every payment, refund and failed attempt, by gateway, bank transfer or by hand.",
  icon: Receipt,
  needs: "transactions.view",
  tabs: { field: "status", values: transactionStatuses },
  filters: [currencyFilter, choiceFilter("transactionType", "Type", transactionTypes)],
  dates: [
    ["createdAt", "Created"],
    ["receivedAt", "Received"],
  ],
  search: {
    placeholder: "Name, e-mail, payment or id",
    filter: byPaymentOrId,
    names: ofContact,
  },
  columns: [
    { header: "Amount", cell: row => <Money amount={signed(row).amount} currency={row.currency} className="font-medium" /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Type", isExtra: true, cell: row => <span className="text-fg-2">{say(row.transactionType)}</span> },
    { header: "Method", cell: row => <span className="text-fg-2">{say(row.method)}</span> },
    { header: "Contact", cell: row => <ContactCell id={row.contact} /> },
    { header: "Payment", isExtra: true, cell: row => <Reference to="payment-intents" id={row.paymentIntent} /> },
    { header: "Created", sort: "createdAt", cell: row => <When at={row.createdAt} className="text-fg-3" /> },
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: `#${row.number} · ${say(row.method)}`,
    end: amountAndStatus(signed(row)),
  }),
  csv: [
    "_id",
    "number",
    "transactionType",
    "status",
    "amount",
    "fee",
    "currency",
    "method",
    "gateway",
    "connection",
    "contact",
    "paymentIntent",
    "reference",
    "receivedAt",
    "createdAt",
  ],
  csvNames: { columns: ["transaction"], names: ["Number"], cells: row => [row.number] },
  empty: "Money that arrives shows up here: from payment pages, gateways, transfers, or recorded by hand.",
  create: transactionCreate,
  object: {
    name: row => `#${row.number}`,
    heading: row => <Money amount={signed(row).amount} currency={row.currency} />,
    subheading: row => (
      <>
        {say(row.transactionType)} by {say(row.method).toLowerCase()} {row.transactionType === "refund" ? "to" : "from"}{" "}
        <Reference to="contacts" id={row.contact} />
      </>
    ),
    facts: row => [
      ["Payment", <Reference to="payment-intents" id={row.paymentIntent} />],
      ["Gateway", row.gateway === null ? "recorded by hand" : <GatewayName gateway={row.gateway} />],
      ...whenSet("Connection", row.connection && <Reference to="gateway-connections" id={row.connection} />),
      ...whenSet("At the provider", row.connection && <ProviderPage transaction={row._id} />),
      ["Fee", money(row.fee, row.currency)],
      ...whenSet("Settled as", row.settlement && <Settlement settlement={row.settlement} />),
      [
        "Settlement",
        row.settlementDiffers
          ? "The provider reports amounts that do not add up; nothing of that is booked. Compare them there"
          : undefined,
      ],
      ["Credit", row.credited > 0 ? money(row.credited, row.currency) : undefined],
      ["Paid in", row.fx && money(row.fx.sourceAmount, row.fx.sourceCurrency)],
      ["Refund of", row.refundOf && <Reference to="transactions" id={row.refundOf} />],
      ["Reference", row.reference],
      ["Failure", row.failure?.message],
      ["Received", <ExactWhen at={row.receivedAt} />],
    ],
    related: row => [
      { title: "Refunds", to: "refund-intents", filter: { transaction: row._id } },
      { title: "Disputes", to: "disputes", filter: { transaction: row._id } },
    ],
    actions: transactionActions,
    Body: deferred(async () => (await import("./payer-action.tsx")).PayerAction),
    Actions: RefundCharge,
  },
})
