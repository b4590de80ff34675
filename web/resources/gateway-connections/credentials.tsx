import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { When } from "../../ui/value.tsx"
import { type Connection, useProviders } from "./data.ts"

/** What was pasted, by field. The values are encrypted, and nobody sees them again. */
export function CredentialsCard({ row }: { row: Connection }) {
  const providers = useProviders()
  const asked = providers.data?.find(({ gateway }) => gateway === row.gateway)?.credentials ?? []
  const labelOf = (field: string) => asked.find(each => each.field === field)?.label ?? say(field)
  const fields = Object.entries(row.credentials)
  return (
    <Card aria-label={t`Keys`}>
      <CardHead title={t`Keys`} hint={t`Encrypted, and never shown again. The fingerprint shows whether two are the same.`} />
      {fields.length === 0 && <p className="border-t border-line px-5 py-4 text-sm text-fg-3">{t`They are erased.`}</p>}
      <ul>
        {fields.map(([field, { last4, fingerprint, setAt }]) => (
          <li key={field} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-2.5 text-sm">
            <span className="min-w-0 flex-1 basis-40">
              <span className="block font-medium">{labelOf(field)}</span>
              <span className="block font-mono text-xs text-fg-3">{last4 ? `••••${last4}` : "••••"}</span>
            </span>
            <span className="text-xs text-fg-3">
              <span className="block">{rich`Fingerprint ${<span className="font-mono">{fingerprint}</span>}`}</span>
              <span className="block">{rich`Set ${<When at={setAt} />}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
