import type { Output } from "../../client.ts"
import { t } from "../../lib/translate.ts"

export type Draft = NonNullable<Output<"POST /v1/bank-statements/preview">["profile"]>
type Columns = Draft["columns"]
/** What a column of the bank's table is. */
export type Role = keyof Columns

export const roleNames: readonly (readonly [role: Role, label: string])[] = [
  ["date", t`Booking day`],
  ["valueDate", t`Value day`],
  ["amount", t`Amount`],
  ["debit", t`Money out`],
  ["credit", t`Money in`],
  ["indicator", t`Debit or credit`],
  ["currency", t`Currency`],
  ["balance", t`Balance`],
  ["name", t`Payer or payee`],
  ["account", t`Their account`],
  ["text", t`Text`],
  ["reference", t`Bank's reference`],
  ["endToEndId", t`End-to-end id`],
]

/** By its name where no other column has that, because banks add columns; else by its place. */
export function columnAt(header: readonly string[] | undefined, place: number): string {
  const name = header?.[place] ?? ""
  const isOne = header?.filter(each => each.toLowerCase() === name.toLowerCase()).length === 1
  return isOne && name !== "" && name.length <= 100 && !/^\d+$/.test(name) ? name : String(place + 1)
}

const isAt = (column: string, header: readonly string[] | undefined, place: number) =>
  column === String(place + 1) || column.toLowerCase() === header?.[place]?.toLowerCase()

/** The role of the column at a place. */
export function roleAt({ columns }: Draft, header: readonly string[] | undefined, place: number): Role | undefined {
  const found = Object.entries(columns).find(([, value]) => [value ?? []].flat().some(column => isAt(column, header, place)))
  return found?.[0] as Role | undefined
}

/** An amount with its sign stands for debit and credit, and those two for an amount. */
const instead: Partial<Record<Role, readonly Role[]>> = {
  amount: ["debit", "credit"],
  debit: ["amount", "indicator"],
  credit: ["amount", "indicator"],
}

/** The profile after a person has said what a column is. A role has one column, only the text may have several. */
export function withRole(draft: Draft, header: readonly string[] | undefined, place: number, role: Role | undefined): Draft {
  const others = Object.entries(draft.columns).flatMap(([key, value]) => {
    if (key === "text") return [[key, draft.columns.text.filter(column => !isAt(column, header, place))]]
    const isGone = key === role || (role && instead[role]?.includes(key as Role)) || isAt(String(value), header, place)
    return isGone ? [] : [[key, value]]
  })
  const columns = { text: [], ...Object.fromEntries(others) } as Columns
  if (role === undefined) return { ...draft, columns }
  const column = columnAt(header, place)
  return { ...draft, columns: role === "text" ? { ...columns, text: [...columns.text, column] } : { ...columns, [role]: column } }
}
