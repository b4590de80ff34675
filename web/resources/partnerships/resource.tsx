import { Handshake } from "lucide-react"
import { kinds } from "../../../src/parties/partnerships/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { countryName, say } from "../../lib/words.ts"
import { CopyId } from "../../ui/value.tsx"
import { created } from "../../dashboard/created-column.tsx"
import { isId } from "../../lib/is-id.ts"

type Partnership = Output<"GET /v1/partnerships/{id}">

const terms = ({ splitTerms }: Partnership) =>
  splitTerms === null
    ? undefined
    : splitTerms.type === "percentage"
      ? `${splitTerms.basisPoints / 100}% of a line`
      : `${money(splitTerms.amount, splitTerms.currency)} of a line`

/** "Earns 12.5% of each line that it supplies." */
export const termsInWords = (row: Partnership) => {
  const part = terms(row)
  return part && `Earns ${part.replace(/ of a line$/, "")} of each line that names it, once the line is paid.`
}

export const partnerships = defineResource("partnerships", {
  event: "partnerships",
  noun: "partnership",
  title: "Partnerships",
  about: "Agents, institutions and suppliers who share in your payments.",
  icon: Handshake,
  needs: "partnerships.view",
  tabs: { field: "kind", values: kinds },
  search: {
    placeholder: "Name, code or id",
    filter: text => (isId(text) ? { _id: text } : undefined),
    names: { type: "partnerships", field: "_id" },
  },
  columns: [
    { header: "Name", cell: row => <span className="font-medium">{row.name}</span> },
    { header: "Code", cell: row => <CopyId label="code" value={row.code} /> },
    { header: "Kind", cell: row => say(row.kind) },
    { header: "Terms", cell: row => terms(row) ?? <span className="text-fg-3">–</span> },
    { header: "Country", cell: row => (row.country ? countryName(row.country) : "–") },
    created,
  ],
  summary: row => ({ first: row.name, second: row.code, end: say(row.kind) }),
  csv: ["_id", "name", "code", "kind", "email", "country", "currency", "splitTerms", "createdAt"],
  csvNames: { columns: ["partnership", "supplier"], names: ["Name", "Email"], cells: row => [row.name, row.email] },
  empty: "Add those you share money with. Name one on a payment's line and its share is calculated.",
  create: { label: "New partnership", needs: "partnerships.edit" },
  object: {
    name: row => row.code,
    label: row => row.name,
  },
})
