import { Link } from "@tanstack/react-router"
import { ListChecks } from "lucide-react"
import { type CreateForm, definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { buttonLook } from "../../ui/button.tsx"
import { deferred, deferredDialog } from "../../ui/deferred.tsx"
import { CopyId, Money } from "../../ui/value.tsx"
import { Balanced } from "./balanced.tsx"

export const bankStatementPage = definePage<"bank-statements">({
  heading: row => row.number,
  subheading: row => (
    <>
      <Reference to="own-accounts" id={row.ownAccount} />, {row.from === row.to ? row.from : t`${row.from} to ${row.to}`}
    </>
  ),
  facts: row => [
    [t`Opening`, row.opening !== null && <Money amount={row.opening} currency={row.currency} />],
    [t`Closing`, row.closing !== null && <Money amount={row.closing} currency={row.currency} />],
    [t`Balances`, <Balanced balanced={row.balanced} />],
    [t`Lines`, row.lines],
    [t`New`, row.new],
    [t`Duplicates`, row.known],
    [t`Format`, say(row.format)],
    ["SHA-256", <CopyId label={t`hash`} value={row.sha256} />],
  ],
  Actions: ({ row }) => (
    <Link to="/reconciliation" search={{ statement: row._id }} className={buttonLook({ variant: "primary" })}>
      <ListChecks className="size-4" aria-hidden /> {t`Work through its lines`}
    </Link>
  ),
  Body: deferred(async () => (await import("./lines.tsx")).StatementBody),
})

export const bankStatementCreate: CreateForm<"bank-statements"> = {
  fields: [],
  Dialog: deferredDialog(async () => (await import("./import-dialog.tsx")).ImportDialog),
}
