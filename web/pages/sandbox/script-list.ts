import { BadgeX, Gavel, Landmark, type LucideIcon, QrCode, Scale, TimerOff, Undo2, UserX } from "lucide-react"
import type { Choice, Field } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { currencyField } from "../../dashboard/fields.ts"

type Row = Record<string, unknown> & { _id: string }

/** An action of a bank or payer that a sandbox can simulate. */
export type Script = {
  title: string
  line: string
  icon: LucideIcon
  needs: string
  verb: string
  /** `{id}` is the object that the person chooses. */
  route: string
  /** The objects that the action applies to. */
  subject?: { name: string; label: string; route: string; query: object; describe(row: Row): Choice; none: string }
  fields?: readonly Field[]
  /** What the request has besides what the person fills in. */
  sends?: object
  done: string
}

const amountOf = ({ amount, currency }: Row) => money(Number(amount), String(currency))
const numbered = (row: Row): Choice => ({
  value: row._id,
  label: `${String(row["number"])}, ${amountOf(row)}, ${say(String(row["status"]))}`,
})
const charge = (row: Row): Choice => ({ value: row._id, label: `#${String(row["number"])}, ${amountOf(row)}, ${String(row["method"])}` })
const settledCharges = { status: "succeeded", transactionType: "charge", gateway: "simulator" }

const waitingCharge = {
  name: "id",
  label: "Charge",
  route: "GET /v1/transactions",
  query: { status: "processing", transactionType: "charge", gateway: "simulator" },
  describe: charge,
  none: "No charge waits for its payer. Choose Pix or Boleto on a payment page first.",
}

export const scripts: readonly Script[] = [
  {
    title: "A bank transfer arrives",
    line: "Its reference decides which payment it pays; without a match it waits to be allocated",
    icon: Landmark,
    needs: "transactions.edit",
    verb: "Send the transfer",
    route: "POST /v1/simulations/bank-transfers/create",
    fields: [
      {
        name: "reference",
        label: "Reference",
        kind: "text",
        isRequired: true,
        placeholder: "PI-000123",
        hint: "Write the number of a payment to pay it; any other text leaves the transfer unallocated",
      },
      currencyField,
      { name: "amount", label: "Amount", kind: "money", isRequired: true },
    ],
    done: "The transfer arrived",
  },
  {
    title: "A payer disputes a charge",
    line: "The money is held until you answer",
    icon: Gavel,
    needs: "disputes.edit",
    verb: "Open the dispute",
    route: "POST /v1/simulations/disputes/create",
    subject: {
      name: "transaction",
      label: "Charge",
      route: "GET /v1/transactions",
      query: settledCharges,
      describe: charge,
      none: "There is no settled charge yet. Pay a payment with tok_success first.",
    },
    fields: [
      { name: "reason", label: "Reason", kind: "text", initial: "fraudulent" },
      {
        name: "stage",
        label: "Stage",
        kind: "choice",
        isRequired: true,
        initial: "dispute",
        choices: [
          { value: "dispute", label: "A dispute: the money is held" },
          { value: "inquiry", label: "An inquiry: the bank only asks" },
        ],
      },
    ],
    done: "The dispute is open",
  },
  {
    title: "An inquiry becomes a dispute",
    line: "The bank was not content with the answer, and the money is held",
    icon: Gavel,
    needs: "disputes.edit",
    verb: "Make it a dispute",
    route: "POST /v1/simulations/disputes/{id}/advance",
    subject: {
      name: "id",
      label: "Inquiry",
      route: "GET /v1/disputes",
      query: { stage: "inquiry", "status[in]": "needs-response,under-review,lost" },
      describe: numbered,
      none: "There is no inquiry. Make a payer dispute a charge first, as an inquiry.",
    },
    sends: { stage: "dispute" },
    done: "The inquiry is a dispute now",
  },
  {
    title: "A lost dispute is appealed",
    line: "It needs new evidence; the money stays lost until the appeal is won",
    icon: Scale,
    needs: "disputes.edit",
    verb: "Open the appeal",
    route: "POST /v1/simulations/disputes/{id}/advance",
    subject: {
      name: "id",
      label: "Dispute",
      route: "GET /v1/disputes",
      query: { stage: "dispute", status: "lost" },
      describe: numbered,
      none: "No dispute is lost. Let the bank decide one against you first.",
    },
    sends: { stage: "appeal" },
    done: "The appeal is open",
  },
  {
    title: "The bank decides a dispute",
    line: "Won: you get the money back. Lost: the payer keeps it",
    icon: Scale,
    needs: "disputes.edit",
    verb: "Decide it",
    route: "POST /v1/simulations/disputes/{id}/resolve",
    subject: {
      name: "id",
      label: "Dispute",
      route: "GET /v1/disputes",
      query: { open: true },
      describe: numbered,
      none: "No dispute is open. Make a payer dispute a charge first.",
    },
    fields: [
      {
        name: "outcome",
        label: "Outcome",
        kind: "choice",
        isRequired: true,
        initial: "won",
        choices: [
          { value: "won", label: "You win" },
          { value: "lost", label: "You lose" },
        ],
      },
    ],
    done: "The dispute is decided",
  },
  {
    title: "A payout fails or comes back",
    line: "Its splits are due again",
    icon: Undo2,
    needs: "payouts.send",
    verb: "Make it fail",
    route: "POST /v1/simulations/payouts/{id}/fail",
    subject: {
      name: "id",
      label: "Payout",
      route: "GET /v1/payouts",
      query: { "status[in]": "processing,paid" },
      describe: numbered,
      none: "No payout is processing or paid. Send one first.",
    },
    fields: [{ name: "reason", label: "Reason", kind: "text", placeholder: "The account is closed" }],
    done: "The payout did not arrive",
  },
  {
    title: "A payer follows the instructions",
    line: "A Pix code, a slip or a transfer is paid",
    icon: QrCode,
    needs: "transactions.edit",
    verb: "Pay it",
    route: "POST /v1/simulations/transactions/{id}/pay",
    subject: waitingCharge,
    done: "The payer paid",
  },
  {
    title: "A payer lets the instructions expire",
    line: "Nothing is paid, and the payer can choose again",
    icon: TimerOff,
    needs: "transactions.edit",
    verb: "Let it expire",
    route: "POST /v1/simulations/transactions/{id}/expire",
    subject: waitingCharge,
    done: "The instructions expired",
  },
  {
    title: "A direct debit is taken back",
    line: "The payer objects at the bank, and the debt is open again",
    icon: BadgeX,
    needs: "transactions.edit",
    verb: "Take it back",
    route: "POST /v1/simulations/transactions/{id}/reverse",
    subject: {
      name: "id",
      label: "Charge",
      route: "GET /v1/transactions",
      query: settledCharges,
      describe: charge,
      none: "There is no settled charge yet. Charge a mandate, or pay with tok_success first.",
    },
    done: "The bank took it back",
  },
  {
    title: "A payer revokes a mandate",
    line: "The next debit fails",
    icon: UserX,
    needs: "authorizations.edit",
    verb: "Revoke it",
    route: "POST /v1/simulations/authorizations/{id}/revoke",
    subject: {
      name: "id",
      label: "Mandate",
      route: "GET /v1/authorizations",
      query: { status: "active" },
      describe: row => ({
        value: row._id,
        label: [row["reference"], say(String(row["scheme"])), row["currency"]].filter(Boolean).join(", "),
      }),
      none: "No mandate is active. Create one; it becomes active a minute later by this clock.",
    },
    done: "The mandate is revoked",
  },
]
