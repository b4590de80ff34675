import { useQuery } from "@tanstack/react-query"
import { lookUp } from "../lib/look-up.ts"
import { CopyId } from "../ui/value.tsx"
import { ObjectLink } from "./object-link.tsx"

type Contact = { email: string; profile: { firstName?: string | undefined; lastName?: string | undefined } }

export const contactName = ({ email, profile }: Contact) => [profile.firstName, profile.lastName].filter(Boolean).join(" ") || email

const names: Record<string, { api: string; nameOf(row: never): string }> = {
  contacts: { api: "contacts", nameOf: contactName },
  partnerships: { api: "partnerships", nameOf: (row: { name: string }) => row.name },
  payments: { api: "payment-intents", nameOf: (row: { number: string }) => row.number },
  transactions: { api: "transactions", nameOf: (row: { number: number }) => `#${row.number}` },
  orders: { api: "orders", nameOf: (row: { number: string }) => row.number },
  payouts: { api: "payouts", nameOf: (row: { number: string }) => row.number },
  subscriptions: { api: "subscriptions", nameOf: (row: { number: string }) => row.number },
  services: { api: "services", nameOf: (row: { name: string }) => row.name },
}

/** Another object by its name, as a link to its page. */
export function Reference({ to, id, isPlain }: { to: string; id: string | null; isPlain?: boolean }) {
  const { api, nameOf } = names[to]!
  const row = useQuery({ queryKey: [api, "name", id], queryFn: () => lookUp(api, id!), enabled: id !== null, staleTime: 30_000 })
  if (id === null) return <span className="text-fg-3">–</span>
  if (!row.data) return row.isPending ? <span className="text-fg-3">…</span> : <CopyId label="id" value={id} />
  const name = nameOf(row.data as never)
  return isPlain ? (
    name
  ) : (
    <ObjectLink path={to} id={id}>
      {name}
    </ObjectLink>
  )
}

/** The name of a contact in a sentence, such as the title of a dialog. */
export const useContactName = (id: string) => useNameOf("contacts", id) ?? "the payer"

/** Undefined until it is read, and where there is nobody to name. */
export function useNameOf(to: "contacts" | "partnerships", id: string | undefined): string | undefined {
  const row = useQuery({ queryKey: [to, "name", id], queryFn: () => lookUp(to, id!), enabled: id !== undefined, staleTime: 30_000 })
  return row.data && names[to]!.nameOf(row.data as never)
}
