import { MessageSquareReply } from "lucide-react"
import { answerFormats, answerStatuses } from "../../../src/money/bank-answers/values.ts"
import { created } from "../../dashboard/created-column.tsx"
import { choiceFilter } from "../../dashboard/fields.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { isId } from "../../lib/is-id.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"

export const bankAnswers = defineResource("bank-answers", {
  event: "bankAnswers",
  noun: "bank answer",
  title: "Bank answers",
  about: "What your bank says about payment files: what it took, refused or sent back.",
  icon: MessageSquareReply,
  needs: "splits.view",
  tabs: { field: "status", values: answerStatuses },
  filters: [choiceFilter("format", "Format", answerFormats)],
  search: { placeholder: "Id of a payment file or an answer", filter: text => (isId(text) ? { paymentFile: text } : undefined) },
  columns: [
    { header: "Format", cell: row => <span className="font-medium">{say(row.format)}</span> },
    { header: "Own account", cell: row => <Reference to="own-accounts" id={row.ownAccount} /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Parts", isNumber: true, cell: row => row.count },
    { header: "Waiting", isNumber: true, cell: row => row.waiting },
    created,
  ],
  summary: row => ({
    first: say(row.format),
    second: partsOf(row.count, row.waiting),
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "format", "ownAccount", "status", "count", "waiting", "handled", "sha256", "createdAt"],
  empty: "Import what your bank answers about a payment file: a status report (pain.002), or a NACHA file with returns and changes.",
  create: { label: "Import answer", needs: "payouts.send" },
  object: { name: row => `${say(row.format)} of ${row.createdAt.slice(0, 10)}`, hasNoNumber: true },
})

const partsOf = (count: number, waiting: number) =>
  `${count.toLocaleString()} ${count === 1 ? "part" : "parts"}${waiting > 0 ? `, ${waiting} waiting for you` : ""}`
