import { useQuery } from "@tanstack/react-query"
import { Scale } from "lucide-react"
import { Link } from "@tanstack/react-router"
import { call } from "../../client.ts"
import { differenceInWords } from "../../lib/difference.ts"
import { dayText } from "../../lib/calendar.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Note } from "../../ui/note.tsx"

/** The gateways whose balance differed from the ledger when they were compared last. Nothing is shown while none does. */
export function Differences() {
  const differences = useQuery({
    queryKey: ["gateway-connections", "differences"],
    queryFn: async () => (await call("GET /v1/gateway-connections/differences", { limit: 100 })).data,
  })
  if (!differences.data || differences.data.length === 0) return null
  return (
    <div className="mt-4">
      <Note tone="warn" icon={Scale} title={t`Some gateways hold another amount than your ledger says`}>
        <ul className="mt-1 space-y-0.5">
          {differences.data.map(({ connection, name, date, currencies }) => (
            <li key={connection}>
              {rich`${(
                <Link
                  to="/$resource/$id"
                  params={{ resource: "gateway-connections", id: connection }}
                  className="font-medium underline underline-offset-2"
                >
                  {name}
                </Link>
              )}: ${differenceInWords(currencies)} on ${dayText(date)}`}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}
