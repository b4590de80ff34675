import { useQueryClient } from "@tanstack/react-query"
import { request } from "../../client.ts"
import type { Field } from "../../lib/form.ts"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import type { BankLine } from "./lines.ts"

const fields: Field[] = [{ name: "note", label: t`Why is it not ours?`, kind: "long-text", isRequired: true, placeholder: t`Office rent` }]

export function NotOurs({ line: { _id, amount, currency }, onClose }: { line: BankLine; onClose(): void }) {
  const queries = useQueryClient()
  return (
    <FormDialog<BankLine>
      id={`ignore ${_id}`}
      isOpen
      onClose={onClose}
      title={t`${money(amount, currency)} is not ours`}
      description={t`Nothing is booked. The line is done, and you can let it wait again.`}
      fields={fields}
      submit={() => t`Not ours`}
      send={(input, idempotencyKey) =>
        request("POST /v1/bank-lines/{id}/ignore", input, { path: { id: _id }, idempotencyKey }) as Promise<BankLine>
      }
      onDone={line => {
        queries.setQueryData(["bank-lines", "object", _id], line)
        void queries.invalidateQueries()
        notify(t`The line is done`, t`Nothing was booked.`)
      }}
    />
  )
}
