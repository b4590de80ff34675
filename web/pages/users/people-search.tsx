import { type ReactNode, useState } from "react"
import { SearchField } from "../../dashboard/search-field.tsx"
import { t } from "../../lib/translate.ts"
import type { User } from "./teams-query.ts"

/** With more people than this, the list has a search field. */
const maxRead = 25

/** The people whose name or e-mail contains the typed text, and the search field if there are many. */
export function usePeopleSearch(people: readonly User[]): [found: readonly User[], field: ReactNode] {
  const [text, setText] = useState("")
  const wanted = text.toLowerCase()
  const found = people.filter(({ name, email }) => `${name} ${email ?? ""}`.toLowerCase().includes(wanted))
  return [found, people.length > maxRead && <SearchField placeholder={t`Name or e-mail`} value={text} onChange={setText} />]
}
