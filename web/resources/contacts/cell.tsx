import { useQuery } from "@tanstack/react-query"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { contactName } from "./name.ts"
import type { RowOf } from "../../lib/api-types.ts"
import { lookUp } from "../../lib/look-up.ts"
import { Skeleton } from "../../ui/empty.tsx"

/** In a list: the name, and the e-mail under it. Without a link if the cell is one already. */
export function ContactCell({ id, isPlain }: { id: string; isPlain?: boolean }) {
  const row = useQuery({ queryKey: ["contacts", "name", id], queryFn: () => lookUp("contacts", id), staleTime: 30_000 })
  if (!row.data) return <Skeleton className="w-24" />
  const contact = row.data as RowOf<"contacts">
  const name = contactName(contact)
  const lines = (
    <>
      <span className="block truncate font-medium">{name}</span>
      {name !== contact.email && <span className="block truncate text-xs text-fg-3">{contact.email}</span>}
    </>
  )
  return isPlain ? (
    lines
  ) : (
    <ObjectLink to="contacts" id={id} className="block min-w-0 leading-tight hover:underline">
      {lines}
    </ObjectLink>
  )
}
