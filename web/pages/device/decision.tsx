import { useMutation } from "@tanstack/react-query"
import { Check, ShieldAlert, TerminalSquare, X } from "lucide-react"
import { type ReactNode, useState } from "react"
import { call, type Output } from "../../client.ts"
import { useSession } from "../../dashboard/session.tsx"
import { roleChoices, useGrantableRoles, useRoleName } from "../../dashboard/roles.ts"
import { type Choice, type Field, textOf, type Values } from "../../lib/form.ts"
import { useOnce } from "../../lib/once.ts"
import { ago } from "../../lib/time.ts"
import { rich } from "../../lib/rich.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { ConfirmIdentity, needsConfirmation } from "../../ui/confirm-identity.tsx"
import { Failure } from "../../ui/failure.tsx"
import { FieldInput } from "../../ui/field.tsx"
import { Note } from "../../ui/note.tsx"

type Login = Output<"GET /v1/device-logins/waiting">
type Props = { login: Login; onOutcome(outcome: "approved" | "denied"): void }

const usualDays = [1, 7, 30, 90, 365]
const sayDays = (days: number) => plural(days, t`${whole(days)} day`, t`${whole(days)} days`)

/** What the machine asks for, and what a person needs to notice that it is not theirs. */
export function Decision({ login, onOutcome }: Props) {
  const { user } = useSession()
  const roles = roleChoices(useGrantableRoles())
  const asked = useRoleName(login.role ?? "")
  const fields = fieldsFor(login, roles)
  const [chosen, setChosen] = useState<Values>({})
  const values = { ...firstValues(login, user, roles), ...chosen }
  const [isCompared, setCompared] = useState(false)
  const once = useOnce()
  const approving = useMutation({
    mutationFn: () =>
      call("POST /v1/device-logins/approve", { code: login.code, role: textOf(values, "role"), days: Number(textOf(values, "days")) }),
    onSuccess: () => onOutcome("approved"),
  })
  const denying = useMutation({
    mutationFn: () => call("POST /v1/device-logins/deny", { code: login.code }),
    onSuccess: () => onOutcome("denied"),
  })
  const isBusy = approving.isPending || denying.isPending
  const error = approving.error ?? denying.error
  return (
    <Card aria-label={t`The machine that asks`}>
      <CardHead title={login.machine} hint={t`It calls itself this. It asked ${ago(login.createdAt, new Date())} from ${login.address}.`}>
        <TerminalSquare className="size-5 text-fg-3" aria-hidden />
      </CardHead>
      <div className="space-y-4 border-t border-line px-5 py-4">
        <Facts
          code={login.code}
          business={`${user.tenant.name}, ${user.tenant.mode === "live" ? t`live: real money` : t`a sandbox`}`}
          asksFor={[login.role && asked, login.days && sayDays(login.days)].filter(Boolean).join(", ")}
        />
        {!login.sameNetwork && <OtherNetwork address={login.address} />}
        {fields.map(field => (
          <FieldInput
            key={field.name}
            field={field}
            values={values}
            error={undefined}
            onChange={value => setChosen(current => ({ ...current, [field.name]: value }))}
          />
        ))}
        <label className="flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            checked={isCompared}
            onChange={event => setCompared(event.target.checked)}
            className="mt-0.5 size-4 accent-accent"
          />
          <span>{rich`I started this myself just now, and my terminal shows ${<span className="font-mono">{login.code}</span>}`}</span>
        </label>
        {needsConfirmation(error) ? <ConfirmIdentity onConfirmed={() => approving.mutate()} /> : error && <Failure error={error} />}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            disabled={!isCompared || isBusy || textOf(values, "role") === ""}
            onClick={() => once(() => approving.mutateAsync())}
          >
            <Check className="size-4" aria-hidden /> {approving.isPending ? t`Letting it in…` : t`Let it in`}
          </Button>
          <Button disabled={isBusy} onClick={() => once(() => denying.mutateAsync())}>
            <X className="size-4 text-fg-3" aria-hidden /> {t`Refuse`}
          </Button>
        </div>
      </div>
    </Card>
  )
}

const Facts = ({ code, business, asksFor }: { code: string; business: string; asksFor: string }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-sm">
    <Fact label={t`Code`}>
      <span className="font-mono text-xl font-semibold tracking-widest">{code}</span>
    </Fact>
    <Fact label={t`Business`}>{business}</Fact>
    {asksFor !== "" && <Fact label={t`Asks for`}>{asksFor}</Fact>}
  </dl>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-fg-3">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </>
)

const OtherNetwork = ({ address }: { address: string }) => (
  <Note tone="warn" icon={ShieldAlert} role="alert" title={t`It asks from another network than yours`}>
    {t`That is right for a server you are connected to. If somebody sent you this code or this link, refuse: they would get a key of this
    business at ${address}.`}
  </Note>
)

const fieldsFor = ({ days }: Login, roles: readonly Choice[]): Field[] => [
  {
    name: "role",
    label: t`It may act as`,
    kind: "choice",
    isRequired: true,
    choices: roles,
    hint: t`None of these has more rights than you`,
  },
  {
    name: "days",
    label: t`Its key works for`,
    kind: "choice",
    isRequired: true,
    choices: [...new Set([...usualDays, ...(days === null ? [] : [days])])]
      .toSorted((a, b) => a - b)
      .map(each => ({ value: String(each), label: sayDays(each) })),
  },
]

/** Where money is real, a machine that asks for no role starts with the least. */
function firstValues({ role, days }: Login, { role: own, tenant }: Person, roles: readonly Choice[]): Values {
  const wanted = role ?? (tenant.mode === "live" ? "viewer" : own)
  const { value } = [wanted, "viewer"].flatMap(each => roles.find(role => role.value === each) ?? [])[0] ?? { value: "" }
  return { role: value, days: String(days ?? 90) }
}
type Person = ReturnType<typeof useSession>["user"]
