import { BadgeX, Gavel, Landmark, type LucideIcon, QrCode, Scale, TimerOff, Undo2, UserX } from "lucide-react"
import type { Choice, Field } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
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
  label: t`Charge`,
  route: "GET /v1/transactions",
  query: { status: "processing", transactionType: "charge", gateway: "simulator" },
  describe: charge,
  none: t`No charge waits for its payer. Choose Pix or Boleto on a payment page first.`,
}

export const scripts: readonly Script[] = [
  {
    title: t`A bank transfer arrives`,
    line: t`Its reference decides which payment it pays; without a match it waits to be allocated`,
    icon: Landmark,
    needs: "transactions.edit",
    verb: t`Send the transfer`,
    route: "POST /v1/simulations/bank-transfers/create",
    fields: [
      {
        name: "reference",
        label: t`Reference`,
        kind: "text",
        isRequired: true,
        placeholder: "PI-000123",
        hint: t`Write the number of a payment to pay it; any other text leaves the transfer unallocated`,
      },
      currencyField,
      { name: "amount", label: t`Amount`, kind: "money", isRequired: true },
    ],
    done: t`The transfer arrived`,
  },
  {
    title: t`A payer disputes a charge`,
    line: t`The money is held until you answer`,
    icon: Gavel,
    needs: "disputes.edit",
    verb: t`Open the dispute`,
    route: "POST /v1/simulations/disputes/create",
    subject: {
      name: "transaction",
      label: t`Charge`,
      route: "GET /v1/transactions",
      query: settledCharges,
      describe: charge,
      none: t`There is no settled charge yet. Pay a payment with tok_success first.`,
    },
    fields: [
      { name: "reason", label: t`Reason`, kind: "text", initial: "fraudulent" },
      {
        name: "stage",
        label: t`Stage`,
        kind: "choice",
        isRequired: true,
        initial: "dispute",
        choices: [
          { value: "dispute", label: t`A dispute: the money is held` },
          { value: "inquiry", label: t`An inquiry: the bank only asks` },
        ],
      },
    ],
    done: t`The dispute is open`,
  },
  {
    title: t`An inquiry becomes a dispute`,
    line: t`The bank was not content with the answer, and the money is held`,
    icon: Gavel,
    needs: "disputes.edit",
    verb: t`Make it a dispute`,
    route: "POST /v1/simulations/disputes/{id}/advance",
    subject: {
      name: "id",
      label: t`Inquiry`,
      route: "GET /v1/disputes",
      query: { stage: "inquiry", "status[in]": "needs-response,under-review,lost" },
      describe: numbered,
      none: t`There is no inquiry. Make a payer dispute a charge first, as an inquiry.`,
    },
    sends: { stage: "dispute" },
    done: t`The inquiry is a dispute now`,
  },
  {
    title: t`A lost dispute is appealed`,
    line: t`It needs new evidence; the money stays lost until the appeal is won`,
    icon: Scale,
    needs: "disputes.edit",
    verb: t`Open the appeal`,
    route: "POST /v1/simulations/disputes/{id}/advance",
    subject: {
      name: "id",
      label: t`Dispute`,
      route: "GET /v1/disputes",
      query: { stage: "dispute", status: "lost" },
      describe: numbered,
      none: t`No dispute is lost. Let the bank decide one against you first.`,
    },
    sends: { stage: "appeal" },
    done: t`The appeal is open`,
  },
  {
    title: t`The bank decides a dispute`,
    line: t`Won: you get the money back. Lost: the payer keeps it`,
    icon: Scale,
    needs: "disputes.edit",
    verb: t`Decide it`,
    route: "POST /v1/simulations/disputes/{id}/resolve",
    subject: {
      name: "id",
      label: t`Dispute`,
      route: "GET /v1/disputes",
      query: { open: true },
      describe: numbered,
      none: t`No dispute is open. Make a payer dispute a charge first.`,
    },
    fields: [
      {
        name: "outcome",
        label: t`Outcome`,
        kind: "choice",
        isRequired: true,
        initial: "won",
        choices: [
          { value: "won", label: t`You win` },
          { value: "lost", label: t`You lose` },
        ],
      },
    ],
    done: t`The dispute is decided`,
  },
  {
    title: t`A payout fails or comes back`,
    line: t`Its splits are due again`,
    icon: Undo2,
    needs: "payouts.send",
    verb: t`Make it fail`,
    route: "POST /v1/simulations/payouts/{id}/fail",
    subject: {
      name: "id",
      label: t`Payout`,
      route: "GET /v1/payouts",
      query: { "status[in]": "processing,paid" },
      describe: numbered,
      none: t`No payout is processing or paid. Send one first.`,
    },
    fields: [{ name: "reason", label: t`Reason`, kind: "text", placeholder: t`The account is closed` }],
    done: t`The payout did not arrive`,
  },
  {
    title: t`A payer follows the instructions`,
    line: t`A Pix code, a slip or a transfer is paid`,
    icon: QrCode,
    needs: "transactions.edit",
    verb: t`Pay it`,
    route: "POST /v1/simulations/transactions/{id}/pay",
    subject: waitingCharge,
    done: t`The payer paid`,
  },
  {
    title: t`A payer lets the instructions expire`,
    line: t`Nothing is paid, and the payer can choose again`,
    icon: TimerOff,
    needs: "transactions.edit",
    verb: t`Let it expire`,
    route: "POST /v1/simulations/transactions/{id}/expire",
    subject: waitingCharge,
    done: t`The instructions expired`,
  },
  {
    title: t`A direct debit is taken back`,
    line: t`The payer objects at the bank, and the debt is open again`,
    icon: BadgeX,
    needs: "transactions.edit",
    verb: t`Take it back`,
    route: "POST /v1/simulations/transactions/{id}/reverse",
    subject: {
      name: "id",
      label: t`Charge`,
      route: "GET /v1/transactions",
      query: settledCharges,
      describe: charge,
      none: t`There is no settled charge yet. Charge a mandate, or pay with tok_success first.`,
    },
    done: t`The bank took it back`,
  },
  {
    title: t`A payer revokes a mandate`,
    line: t`The next debit fails`,
    icon: UserX,
    needs: "authorizations.edit",
    verb: t`Revoke it`,
    route: "POST /v1/simulations/authorizations/{id}/revoke",
    subject: {
      name: "id",
      label: t`Mandate`,
      route: "GET /v1/authorizations",
      query: { status: "active" },
      describe: row => ({
        value: row._id,
        label: [row["reference"], say(String(row["scheme"])), row["currency"]].filter(Boolean).join(", "),
      }),
      none: t`No mandate is active. Create one; it becomes active a minute later by this clock.`,
    },
    done: t`The mandate is revoked`,
  },
]
