import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect } from "react"
import { call } from "../../client.ts"
import { PageHead } from "../../dashboard/page-head.tsx"
import { useSession } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Card } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { notify } from "../../ui/toast.tsx"
import { type Choice, type Choices, noticeWords } from "./words.ts"

const key = ["notices", "choices"]

/** How each kind of notice reaches this person: by mail, on the page, both or neither. */
export function NoticeSettings() {
  const { user } = useSession()
  const choices = useQuery({ queryKey: key, queryFn: () => call("GET /v1/notices/choices", {}) })
  const save = useSaveChoice()
  useSwitchOff(choices.data, save.mutate)
  return (
    <>
      <PageHead
        title={t`Notification settings`}
        about={t`Mails go to ${user.email}. Mails about your password, your sign-ins and invitations are always sent.`}
      />
      <Card aria-label={t`Notification settings`} className="overflow-hidden">
        <CardFailure query={choices} />
        {choices.isPending && <Skeleton className="m-5 h-48" />}
        {choices.data && (
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b border-line text-xs text-fg-3">
                <th scope="col" className="px-5 py-2.5 text-start font-medium">
                  {t`What`}
                </th>
                <th scope="col" className="w-16 py-2.5 text-center font-medium">
                  {t`Mail`}
                </th>
                <th scope="col" className="w-20 py-2.5 pe-3 text-center font-medium">
                  {t`Page`}
                </th>
              </tr>
            </thead>
            <tbody>
              {choices.data.choices.map(choice => (
                <ChoiceRow key={choice.kind} choice={choice} onChange={change => save.mutate({ kind: choice.kind, ...change })} />
              ))}
            </tbody>
          </table>
        )}
      </Card>
    </>
  )
}

/** The link of a mail that somebody no longer wants leads here, and switches it off. */
function useSwitchOff(choices: Choices | undefined, change: (change: Pick<Choice, "kind" | "mail">) => void) {
  const { off } = useSearch({ strict: false }) as { off?: string }
  const navigate = useNavigate()
  useEffect(() => {
    const choice = choices?.choices.find(({ kind }) => kind === off)
    if (!choice) return
    void navigate({ to: "/notifications/settings", replace: true })
    if (choice.mail) change({ kind: choice.kind, mail: false })
    notify(t`${noticeWords[choice.kind].label}: switched off`, t`You get no more of these mails. The list below turns them on again.`)
  }, [choices, off, change, navigate])
}

type Change = { mail?: boolean; page?: boolean }

function ChoiceRow({ choice, onChange }: { choice: Choice; onChange(change: Change): void }) {
  const { label, hint } = noticeWords[choice.kind]
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="px-5 py-2.5 text-start font-normal">
        <span className="block font-medium">{label}</span>
        <span className="block text-xs text-fg-3">{hint}</span>
      </th>
      <td className="text-center">
        <Box label={t`${label} by mail`} isOn={choice.mail} onChange={mail => onChange({ mail })} />
      </td>
      <td className="pe-3 text-center">
        {choice.kind !== "weekly-summary" && (
          <Box label={t`${label} on the page`} isOn={choice.page} onChange={page => onChange({ page })} />
        )}
      </td>
    </tr>
  )
}

const Box = ({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(isOn: boolean): void }) => (
  <label className="inline-grid size-8 place-items-center">
    <input
      type="checkbox"
      aria-label={label}
      checked={isOn}
      onChange={event => onChange(event.target.checked)}
      className="size-4 accent-accent"
    />
  </label>
)

/** Shows the choice at once, and takes it back with a message if it was not saved. */
function useSaveChoice() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change & Pick<Choice, "kind">) => call("POST /v1/notices/choices/update", { choices: [change] }),
    onMutate: async change => {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<Choices>(key)
      queries.setQueryData<Choices>(
        key,
        found => found && { choices: found.choices.map(each => (each.kind === change.kind ? { ...each, ...change } : each)) },
      )
      return before
    },
    onError: (error, _change, before) => {
      queries.setQueryData(key, before)
      notify(t`The choice was not saved`, error.message, "bad")
    },
    onSuccess: saved => queries.setQueryData(key, saved),
    scope: { id: "notice choices" },
  })
}
