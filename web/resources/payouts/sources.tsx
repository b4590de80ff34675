import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { call } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { type FormHelp, textOf } from "../../lib/form.ts"
import { amountText, money } from "../../lib/money.ts"
import { usePaused } from "../../lib/paused.ts"
import { readAll } from "../../lib/read-all.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"

/** The amount that can be paid out in a currency, and where it comes from. */
type Source = { currency: string; amount: number; about: string }

/** In the form of a payout: the amount that can be paid out in each currency. A click fills in all of it. */
export const PayoutSources = ({ values, fill }: FormHelp) =>
  textOf(values, "recipientType") === "self" ? (
    <OwnBalance fill={fill} />
  ) : (
    <DueToPartner typed={textOf(values, "partnership")} fill={fill} />
  )

function OwnBalance({ fill }: Pick<FormHelp, "fill">) {
  const can = usePermission()
  const balances = useQuery({
    queryKey: ["balances"],
    queryFn: () => call("GET /v1/balances", { limit: 100 }),
    enabled: can("transactions.view"),
  })
  const sources = balances.data?.data.map(({ currency, available }) => ({ currency, amount: available, about: "" }))
  return sources && <Sources title={t`Available balance`} none={t`Nothing is available yet.`} sources={sources} fill={fill} />
}

/** The kind of the partner decides the type of recipient: the service refuses any other. */
function DueToPartner({ typed, fill }: Pick<FormHelp, "fill"> & { typed: string }) {
  const partner = usePartner(usePaused(typed.trim()))
  const due = useQuery({
    queryKey: ["payment-splits", "due", partner?._id],
    queryFn: () => readDue(partner!._id),
    enabled: partner !== undefined,
  })
  const recipientType = partner && (partner.kind === "supplier" ? "supplier" : "partnership")
  useEffect(() => {
    if (recipientType) fill({ recipientType })
  }, [recipientType])
  if (!partner || !due.data) return null
  const { name } = partner
  return <Sources title={t`Due to ${name}`} none={t`Nothing can be paid out to ${name} now.`} sources={due.data} fill={fill} />
}

/** The partner, once its code or name is complete. */
function usePartner(text: string) {
  const partners = useQuery({
    queryKey: ["partnerships", "named", text],
    queryFn: async () => {
      const [byCode, byName] = await Promise.all(
        [{ code: text }, { name: text }].map(query => call("GET /v1/partnerships", { ...query, limit: 1 })),
      )
      return [...byCode!.data, ...byName!.data]
    },
    enabled: text !== "",
  })
  return partners.data?.[0]
}

/** The maximum for one payout. */
const maxSplits = 500

/** The splits that are due, the oldest first, less what the partner owes: every payout nets it. */
async function readDue(partnership: string): Promise<Source[]> {
  const [splits, statement] = await Promise.all([
    readAll(page => call("GET /v1/payment-splits", { ...page, partnership, status: "due", sort: "createdAt" })),
    call("GET /v1/partnerships/{id}/statement", {}, { path: { id: partnership } }),
  ])
  return [...Map.groupBy(splits, ({ currency }) => currency)].map(([currency, all]) => {
    const taken = all.slice(0, maxSplits)
    const due = taken.reduce((total, { outstanding }) => total + outstanding, 0)
    const amount = Math.min(due, statement.byCurrency[currency]?.closing ?? due)
    const count =
      all.length > maxSplits
        ? t`the oldest ${whole(maxSplits)} of ${whole(all.length)} splits`
        : plural(all.length, t`${whole(all.length)} split`, t`${whole(all.length)} splits`)
    return { currency, amount, about: amount < due ? t`${count}, less ${money(due - amount, currency)} that it owes` : count }
  })
}

type SourcesProps = Pick<FormHelp, "fill"> & { title: string; none: string; sources: readonly Source[] }

function Sources({ title, none, sources, fill }: SourcesProps) {
  const some = sources.filter(({ amount }) => amount > 0)
  if (some.length === 0) return <p className="-mt-2 text-xs text-fg-3">{none}</p>
  return (
    <div role="group" aria-label={title} className="-mt-2 flex flex-wrap items-center gap-1.5 text-xs text-fg-2">
      {title}:
      {some.map(({ currency, amount, about }) => (
        <Button key={currency} size="sm" onClick={() => fill({ currency, amount: amountText(amount, currency) })}>
          <span className="num">{money(amount, currency)}</span>
          {about && <span className="font-normal text-fg-3">{about}</span>}
        </Button>
      ))}
    </div>
  )
}
