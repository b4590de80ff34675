import { useMutation, useQuery } from "@tanstack/react-query"
import { type FormEvent, useDeferredValue, useState } from "react"
import { call } from "../client.ts"
import { appliedFields, type Values } from "../lib/form.ts"
import { money } from "../lib/money.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Failure } from "../ui/failure.tsx"
import { FieldInput } from "../ui/field.tsx"
import { notify } from "../ui/toast.tsx"
import { When } from "../ui/value.tsx"
import type { Policy } from "./policies.tsx"
import { type NewPolicy, policyFields, toPolicy, valuesOf } from "./policy-fields.ts"

type Props = { policy: Policy | undefined; onClose(): void; onSaved(): void }

/** The form, and beside it what the policy would have held in the last month, by the service's own matcher. */
export function PolicyEditor({ policy, onClose, onSaved }: Props) {
  const [values, setValues] = useState<Values>(() => valuesOf(policy))
  const input = toPolicy(values)
  const save = useMutation({
    mutationFn: () =>
      policy
        ? call("POST /v1/approvals/policies/{id}/update", input, { path: { id: policy._id } })
        : call("POST /v1/approvals/policies/create", input),
    onSuccess() {
      notify(policy ? "Policy changed" : "Policy created", "It holds what is created from now on.")
      onSaved()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const fields = policyFields(values, ...useChoices())
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="max-w-4xl"
      title={policy ? policy.name : "New policy"}
      description="Hold what matches all of this, until these people have decided."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="policy" variant="primary" disabled={save.isPending}>
            {policy ? "Save policy" : "Create policy"}
          </Button>
        </>
      }
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_18rem]">
        <form id="policy" noValidate onSubmit={submit} className="space-y-4">
          {appliedFields(fields, values).map(field => (
            <FieldInput
              key={field.name}
              field={field}
              values={values}
              error={undefined}
              onChange={value => setValues({ ...values, [field.name]: value })}
            />
          ))}
          {save.isError && <Failure error={save.error} />}
        </form>
        <Preview input={input} />
      </div>
    </Dialog>
  )
}

/** The people who may decide, and the teams, to choose from. */
function useChoices() {
  const users = useQuery({ queryKey: ["users", "names"], queryFn: () => call("GET /v1/users", { limit: 100 } as never) })
  const teams = useQuery({ queryKey: ["teams", "names"], queryFn: () => call("GET /v1/teams", { limit: 100 } as never) })
  const people = (users.data?.data ?? []).filter(user => user.type === "person" && user.active)
  const choices = (rows: readonly { _id: string; name: string }[]) => rows.map(({ _id, name }) => ({ value: _id, label: name }))
  return [choices(people), choices(teams.data?.data ?? [])] as const
}

function Preview({ input }: { input: NewPolicy }) {
  const policy = useDeferredValue(input)
  const preview = useQuery({
    queryKey: ["approvals/policies", "preview", policy],
    queryFn: () => call("POST /v1/approvals/policies/preview", { ...policy, days: 30 }),
    enabled: policy.strategy === "auto-approve" || (policy.approvers?.length ?? 0) > 0,
    retry: false,
  })
  const { data } = preview
  return (
    <aside aria-label="Preview" className="self-start rounded-xl bg-sunken p-4 shadow-line md:sticky md:top-0">
      <h3 className="font-semibold">In the last 30 days</h3>
      {!data && !preview.isError && <p className="mt-1 text-fg-3">Choose who decides, and see what it would have held.</p>}
      {preview.isError && <p className="mt-1 text-fg-3">{preview.error.message}</p>}
      {data && (
        <>
          <p className="mt-1 text-fg-2">
            Of {data.examined} it would have held <b className="font-semibold text-fg">{data.held}</b>.
          </p>
          {data.examined > 0 && data.held * 3 >= data.examined && (
            <p className="mt-1 text-xs text-warn">A third or more would wait for approval.</p>
          )}
          <ul className="mt-3 max-h-72 space-y-1.5 overflow-y-auto" tabIndex={0} aria-label="What it would have held">
            {data.rows.map(row => (
              <li key={row.entity} className="flex justify-between gap-2 text-xs">
                <span className="num font-medium">{money(row.amount, row.currency)}</span>
                <When at={row.at} className="text-fg-3" />
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
