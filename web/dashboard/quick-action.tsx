import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Button } from "../ui/button.tsx"
import { notify } from "../ui/toast.tsx"

type Props = { label: string; isDanger?: boolean; run(): Promise<unknown>; done: string; confirm?: string }

/** A small button that does one thing and says so. With `confirm` it asks first. */
export function QuickAction({ label, isDanger, run, done, confirm: question }: Props) {
  const queries = useQueryClient()
  const action = useMutation({
    mutationFn: run,
    onSuccess() {
      notify(done)
      void queries.invalidateQueries()
    },
    onError: error => notify("It was not done", error.message, "bad"),
  })
  return (
    <Button
      size="sm"
      variant={isDanger ? "ghost" : "outline"}
      className={isDanger ? "text-bad" : ""}
      disabled={action.isPending}
      onClick={() => (question === undefined || confirm(question)) && action.mutate()}
    >
      {label}
    </Button>
  )
}
