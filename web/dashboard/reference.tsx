import { useQuery } from "@tanstack/react-query"
import type { ResourceKey } from "../lib/api-types.ts"
import { lookUp } from "../lib/look-up.ts"
import { t } from "../lib/translate.ts"
import { CopyId } from "../ui/value.tsx"
import { useResource } from "./app-context.ts"
import { ObjectLink } from "./object-link.tsx"

/** Another object by its name, as a link to its page. */
export function Reference({ to, id, isPlain }: { to: ResourceKey; id: string | null; isPlain?: boolean }) {
  const { name, isPending } = useName(to, id ?? undefined)
  if (id === null) return <span className="text-fg-3">–</span>
  if (!name) return isPending ? <span className="text-fg-3">…</span> : <CopyId label={t`id`} value={id} />
  return isPlain ? (
    name
  ) : (
    <ObjectLink to={to} id={id}>
      {name}
    </ObjectLink>
  )
}

/** The name of a contact in a sentence, such as the title of a dialog. */
export const useContactName = (id: string) => useNameOf("contacts", id) ?? t`the payer`

/** Undefined until it is read, and if there is no contact. */
export const useNameOf = (to: ResourceKey, id: string | undefined): string | undefined => useName(to, id).name

function useName(to: ResourceKey, id: string | undefined): { name: string | undefined; isPending: boolean } {
  const { object } = useResource(to)
  const { data, isPending } = useQuery({
    queryKey: [to, "name", id],
    queryFn: () => lookUp(to, id!),
    enabled: id !== undefined,
    staleTime: 30_000,
  })
  return { name: data && (object?.label?.(data) ?? object?.name(data)), isPending }
}
