import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Ellipsis } from "lucide-react"
import { useState } from "react"
import { request } from "../client.ts"
import { reasonInWords, type Refusal } from "../lib/refusal.ts"
import { withSentence } from "../lib/sentences.ts"
import { capital, inSentence, t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { FormDialog } from "../ui/form.tsx"
import { DropDown, DropDownItem, DropDownLabel, DropDownTrigger } from "../ui/menu.tsx"
import { notify } from "../ui/toast.tsx"
import { useObjectPage } from "./details.ts"
import { useOneOpen } from "./form-open.ts"
import { type ActionForm, type Resource, type Row } from "./resource.ts"
import { usePermission } from "./session.tsx"

type ActionState<Reason> = { action: string; allowed: boolean; reason: Reason | null }
/** A verb with its form, and the reason where it is not possible. */
type Known = ActionState<string> & { form: ActionForm<Row> }

/** Every verb of an object, and whether it is possible now. What has neither verbs nor metadata has no such route. */
function useActionStates(resource: Resource, row: Row) {
  const { actions } = useObjectPage(resource.key)
  return useQuery({
    queryKey: [resource.key, "actions", row._id, row.status],
    queryFn: () => readActions(resource, row),
    enabled: actions !== undefined || "metadata" in row,
  })
}

/** Whether the fields that an update changes can be changed now by this person. */
export const useMayUpdate = (resource: Resource, row: Row) =>
  useActionStates(resource, row).data?.some(({ action, allowed }) => action === "update" && allowed) ?? false

/** The verbs of an object that have a form, and whether each is possible now. */
export function useActions(resource: Resource, row: Row): Known[] {
  const can = usePermission()
  const states = useActionStates(resource, row)
  const { actions: forms = {} } = useObjectPage(resource.key)
  return Object.entries(forms).flatMap(([action, form]) => {
    if (!form) return []
    const { unlisted } = form
    const isPossible = unlisted && can(unlisted.needs) && unlisted.isPossible(row)
    const state = isPossible ? { action, allowed: true, reason: null } : states.data?.find(each => each.action === action)
    return state ? [{ ...state, form }] : []
  })
}

async function readActions({ key }: Resource, { _id: id }: Row): Promise<ActionState<string>[]> {
  const states = (await request(`GET /v1/${key}/{id}/actions`, {}, { path: { id } })) as ActionState<Refusal>[]
  return Promise.all(states.map(async state => ({ ...state, reason: state.reason && reasonInWords(await withSentence(state.reason)) })))
}

/** Two verbs as buttons, the others in a menu. What is not possible now stays there, with the reason. */
export function ObjectActions({ resource, row }: { resource: Resource; row: Row }) {
  const known = useActions(resource, row)
  const allowed = known.filter(each => each.allowed)
  const [open, setOpen] = useOneOpen(id => allowed.find(({ action }) => id === `${action} ${row._id}`))
  const refused = known.filter(each => !each.allowed)
  if (known.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {allowed.slice(0, 2).map(each => (
        <Button key={each.action} onClick={() => setOpen(each)}>
          {each.form.icon && <each.form.icon className="size-4 text-fg-3" aria-hidden />} {each.form.label}
        </Button>
      ))}
      {(allowed.length > 2 || refused.length > 0) && (
        <DropDown
          width="w-80"
          trigger={
            <DropDownTrigger render={<Button size="icon" aria-label={t`More actions`} />}>
              <Ellipsis className="size-4" aria-hidden />
            </DropDownTrigger>
          }
        >
          {allowed.slice(2).map(each => (
            <DropDownItem key={each.action} isDanger={each.form.isDanger ?? false} onClick={() => setOpen(each)}>
              {each.form.label}
            </DropDownItem>
          ))}
          <Refused actions={refused} />
        </DropDown>
      )}
      {open && <ActionDialog resource={resource} row={row} action={open.action} form={open.form} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

/** A verb that is not possible now, with the reason. */
export const Refused = ({ actions }: { actions: readonly Known[] }) => (
  <>
    {actions.length > 0 && <DropDownLabel>{t`Not possible now`}</DropDownLabel>}
    {actions.map(each => (
      <DropDownItem key={each.action} disabled className="items-start">
        <span>
          {each.form.label}
          <span className="block text-xs">{each.reason}</span>
        </span>
      </DropDownItem>
    ))}
  </>
)

type DialogProps = { resource: Resource; row: Row; action: string; form: ActionForm<Row>; onClose(): void }

export function ActionDialog(props: DialogProps) {
  const { Dialog } = props.form
  return Dialog ? <Dialog row={props.row} onClose={props.onClose} /> : <ActionFormDialog {...props} />
}

function ActionFormDialog({ resource, row, action, form, onClose }: DialogProps) {
  const queries = useQueryClient()
  const [fields] = useState(() => form.fieldsOf?.(row) ?? form.fields ?? [])
  return (
    <FormDialog
      id={`${action} ${row._id}`}
      isOpen
      onClose={onClose}
      title={form.label}
      {...(form.about && { description: form.about(row) })}
      fields={fields}
      isEdit={form.isEdit ?? false}
      isDanger={form.isDanger ?? false}
      submit={values => form.submit?.(row, values) ?? form.label}
      send={(input, idempotencyKey) =>
        request(`POST /v1/${resource.key}/{id}/${action}`, form.toInput?.(input, row) ?? input, {
          path: { id: row._id },
          idempotencyKey,
        })
      }
      onDone={() => {
        notify(form.done ?? t`${capital(resource.noun)}: ${inSentence(form.label)} done`)
        void queries.invalidateQueries() // it may have changed other objects too, such as splits and balances
      }}
    />
  )
}
