import { Handshake } from "lucide-react"
import { kinds } from "../../../src/parties/partnerships/values.ts"
import type { Output } from "../../client.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { countryName, say } from "../../lib/words.ts"
import { CopyId } from "../../ui/value.tsx"
import { created } from "../../dashboard/created-column.tsx"
import { isId } from "../../lib/is-id.ts"
import { percent } from "../../lib/percent.ts"
import { t } from "../../lib/translate.ts"

type Partnership = Output<"GET /v1/partnerships/{id}">

/** "12.5%" or "€5.00", of each line. */
const shareOf = ({ splitTerms: terms }: Partnership) =>
  terms && (terms.type === "percentage" ? percent(terms.basisPoints / 10_000) : money(terms.amount, terms.currency))

/** "Earns 12.5% of each line that it supplies." */
export const termsInWords = (row: Partnership) => {
  const share = shareOf(row)
  return share && t`Earns ${share} of each line that names it, once the line is paid.`
}

export const partnerships = defineResource("partnerships", {
  event: "partnerships",
  noun: t`partnership`,
  title: t`Partnerships`,
  about: t`Agents, institutions and suppliers who share in your payments.`,
  icon: Handshake,
  needs: "partnerships.view",
  tabs: { field: "kind", values: kinds },
  search: {
    placeholder: t`Name, code or id`,
    filter: text => (isId(text) ? { _id: text } : undefined),
    names: { type: "partnerships", field: "_id" },
  },
  columns: [
    { id: "name", header: t`Name`, cell: row => <span className="font-medium">{row.name}</span> },
    { id: "code", header: t`Code`, cell: row => <CopyId label={t`code`} value={row.code} /> },
    { id: "kind", header: t`Kind`, cell: row => say(row.kind) },
    { id: "terms", header: t`Terms`, cell: row => (row.splitTerms ? t`${shareOf(row)} of a line` : <span className="text-fg-3">–</span>) },
    { id: "country", header: t`Country`, cell: row => (row.country ? countryName(row.country) : "–") },
    created,
  ],
  summary: row => ({ first: row.name, second: row.code, end: say(row.kind) }),
  csv: ["_id", "name", "code", "kind", "email", "country", "currency", "splitTerms", "createdAt"],
  csvNames: { columns: ["partnership", "supplier"], names: ["Name", "Email"], cells: row => [row.name, row.email] },
  empty: t`Add those you share money with. Name one on a payment's line and its share is calculated.`,
  create: { label: t`New partnership`, needs: "partnerships.edit" },
  object: {
    name: row => row.code,
    label: row => row.name,
  },
})
