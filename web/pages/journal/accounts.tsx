import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { PencilLine, Plus, X } from "lucide-react"
import { useState } from "react"
import { call, type Output } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { control } from "../../ui/control.ts"
import { cn } from "../../ui/cn.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure, Failure } from "../../ui/failure.tsx"
import { notify } from "../../ui/toast.tsx"

type Data = Output<"GET /v1/journal/accounts">
type Mapping = Data["accounts"][number]

/** Which account of the accounting program each account of the ledger is. */
export function Accounts() {
  const can = usePermission()
  const [isOpen, setOpen] = useState(false)
  const accounts = useQuery({ queryKey: ["journal", "accounts"], queryFn: () => call("GET /v1/journal/accounts", {}) })
  return (
    <Card aria-label={t`Your accounts`} className="pb-3">
      <CardHead
        title={t`Your accounts`}
        hint={accounts.data?.isDefault ? t`The German chart SKR 03, until you change it` : t`As you set them`}
      >
        {can("journal.edit") && accounts.data && (
          <Button size="sm" onClick={() => setOpen(true)}>
            <PencilLine className="size-3.5 text-fg-3" aria-hidden /> {t`Change`}
          </Button>
        )}
      </CardHead>
      <CardFailure query={accounts} />
      {accounts.isPending && <Skeleton className="mx-5 mb-5 h-24" />}
      {accounts.data?.accounts.length === 0 && <p className="px-5 pb-2 text-fg-3">{t`No account is mapped.`}</p>}
      <ul className="text-sm">
        {accounts.data?.accounts.map(({ account, externalAccount, name }) => (
          <li key={account} className="flex items-baseline gap-3 px-5 py-1">
            <span className="num w-14 shrink-0 truncate font-medium" title={externalAccount}>
              {externalAccount}
            </span>
            <span className="min-w-0 flex-1 truncate text-fg-2" title={name}>
              {name}
            </span>
            <span className="shrink-0 font-mono text-xs text-fg-3">{account}</span>
          </li>
        ))}
      </ul>
      {isOpen && accounts.data && <Editor data={accounts.data} onClose={() => setOpen(false)} />}
    </Card>
  )
}

const numbers = [
  ["consultant", t`Consultant number (Berater)`],
  ["client", t`Client number (Mandant)`],
  ["accountLength", t`Digits of an account`],
  ["fiscalYearStart", t`First month of the fiscal year`],
] as const

function Editor({ data, onClose }: { data: Data; onClose(): void }) {
  const client = useQueryClient()
  const [accounts, setAccounts] = useState<readonly Mapping[]>(data.accounts)
  const [datev, setDatev] = useState(data.datev)
  const save = useMutation({
    mutationFn: () => call("POST /v1/journal/accounts", { accounts: accounts.filter(({ account }) => account !== ""), datev }),
    async onSuccess() {
      notify(t`Accounts saved`, t`Closed months keep those they were closed with.`)
      await client.invalidateQueries({ queryKey: ["journal"] })
      onClose()
    },
  })
  const change = (at: number, part: Partial<Mapping>) => setAccounts(accounts.map((each, i) => (i === at ? { ...each, ...part } : each)))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="max-w-2xl"
      title={t`Your accounts`}
      description={t`An account such as cash:own wins over its class, cash:*.`}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" disabled={save.isPending} onClick={() => save.mutate()}>
            {save.isPending ? t`Saving…` : t`Save`}
          </Button>
        </>
      }
    >
      <form className="space-y-2 pt-1" onSubmit={event => event.preventDefault()}>
        {save.isError && <Failure error={save.error} />}
        {accounts.map((each, index) => (
          <MappingRow
            key={index}
            index={index}
            mapping={each}
            onChange={part => change(index, part)}
            onRemove={() => setAccounts(accounts.filter((_, at) => at !== index))}
          />
        ))}
        <Button size="sm" variant="ghost" onClick={() => setAccounts([...accounts, { account: "", externalAccount: "", name: "" }])}>
          <Plus className="size-3.5" aria-hidden /> {t`Add an account`}
        </Button>
        <h3 className="pt-2 text-sm font-semibold">{t`For DATEV`}</h3>
        <div className="grid gap-3 sm:grid-cols-2">
          {numbers.map(([name, label]) => (
            <label key={name} className="text-xs font-medium text-fg-2">
              {label}
              <input
                inputMode="numeric"
                value={datev[name]}
                onChange={event => setDatev({ ...datev, [name]: Number(event.target.value.replace(/\D/g, "")) })}
                className={cn(control, "num mt-1 font-normal")}
              />
            </label>
          ))}
        </div>
      </form>
    </Dialog>
  )
}

type RowProps = { index: number; mapping: Mapping; onChange(part: Partial<Mapping>): void; onRemove(): void }

const MappingRow = ({ index, mapping, onChange, onRemove }: RowProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_6rem_auto] gap-2 max-sm:pb-2 sm:grid-cols-[11rem_7rem_minmax(0,1fr)_auto]">
    <input
      aria-label={t`Account ${index + 1}: of the ledger`}
      placeholder={t`cash:*`}
      value={mapping.account}
      onChange={event => onChange({ account: event.target.value })}
      className={cn(control, "font-mono text-xs")}
    />
    <input
      aria-label={t`Account ${index + 1}: of your program`}
      placeholder="1200"
      value={mapping.externalAccount}
      onChange={event => onChange({ externalAccount: event.target.value })}
      className={cn(control, "num")}
    />
    <input
      aria-label={t`Account ${index + 1}: its name`}
      placeholder={t`Bank`}
      value={mapping.name}
      onChange={event => onChange({ name: event.target.value })}
      className={cn(control, "max-sm:col-span-3 max-sm:row-start-2")}
    />
    <Button variant="ghost" size="icon" aria-label={t`Remove account ${index + 1}`} onClick={onRemove}>
      <X className="size-4" aria-hidden />
    </Button>
  </div>
)
