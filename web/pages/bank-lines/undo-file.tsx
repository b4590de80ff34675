import { useQueryClient } from "@tanstack/react-query"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { type BankLine, takeStep } from "./lines.ts"

/** Asks before it undoes a match that may have confirmed hundreds of payments. */
export function UndoFile({ line: { _id, amount, currency }, onClose }: { line: BankLine; onClose(): void }) {
  const queries = useQueryClient()
  return (
    <FormDialog<BankLine>
      id={`undo ${_id}`}
      isOpen
      onClose={onClose}
      title={t`Undo the match of ${money(amount, currency)} with a payment file`}
      description={t`All payments that this line confirmed wait for the bank again, by opposite entries, at once. What they paid is due
        again. Receipts and mails stay sent. Nothing is undone if one of them came back, was refunded or was paid out further since.`}
      fields={[]}
      submit={() => t`Undo the match`}
      send={(_input, key) => takeStep(_id, { action: "unmatch", input: {}, key })}
      onDone={line => {
        queries.setQueryData(["bank-lines", "object", _id], line)
        void queries.invalidateQueries()
        notify(t`The match is undone`, t`The payments of the file wait for the bank again.`)
      }}
    />
  )
}
