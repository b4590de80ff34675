import { MessageSquareReply } from "lucide-react"
import { answerFormats, answerStatuses } from "../../../src/money/bank-answers/values.ts"
import { created } from "../../dashboard/created-column.tsx"
import { choiceFilter } from "../../dashboard/fields.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { isId } from "../../lib/is-id.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"

/** "3 parts, 1 waits for you" */
export const partsOf = ({ count, waiting }: { count: number; waiting: number }) =>
  [
    plural(count, t`${whole(count)} part`, t`${whole(count)} parts`),
    waiting > 0 && plural(waiting, t`${whole(waiting)} waits for you`, t`${whole(waiting)} wait for you`),
  ]
    .filter(Boolean)
    .join(", ")

export const bankAnswers = defineResource("bank-answers", {
  event: "bankAnswers",
  noun: t`bank answer`,
  title: t`Bank answers`,
  about: t`What your bank says about payment files: what it took, refused or sent back.`,
  icon: MessageSquareReply,
  needs: "splits.view",
  tabs: { field: "status", values: answerStatuses },
  filters: [choiceFilter("format", t`Format`, answerFormats)],
  search: { placeholder: t`Id of a payment file or an answer`, filter: text => (isId(text) ? { paymentFile: text } : undefined) },
  columns: [
    { id: "format", header: t`Format`, cell: row => <span className="font-medium">{say(row.format)}</span> },
    { id: "own-account", header: t`Own account`, cell: row => <Reference to="own-accounts" id={row.ownAccount} /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "parts", header: t`Parts`, isNumber: true, cell: row => row.count },
    { id: "waiting", header: t`Waiting`, isNumber: true, cell: row => row.waiting },
    created,
  ],
  summary: row => ({
    first: say(row.format),
    second: partsOf(row),
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "format", "ownAccount", "status", "count", "waiting", "handled", "sha256", "createdAt"],
  empty: t`Import what your bank answers about a payment file: a status report (pain.002), or a NACHA file with returns and changes.`,
  create: { label: t`Import answer`, needs: "payouts.send" },
  object: { name: row => `${say(row.format)}, ${row.createdAt.slice(0, 10)}`, hasNoNumber: true },
})
