import { useState } from "react"
import { interruptedForm } from "../lib/interrupted-form.ts"
import { useSession } from "./session.tsx"

/** Whether a form is open. At first it is open if it was open when this person's session ended. */
export function useFormOpen(id: string) {
  const { user } = useSession()
  return useState(() => interruptedForm(user._id)?.id === id)
}

/** The same for one of several forms. Its object may not be loaded yet, so the hook looks for it until it is there. */
export function useOneOpen<T>(find: (id: string) => T | undefined) {
  const { user } = useSession()
  const [open, setOpen] = useState<T | undefined>(undefined)
  const id = interruptedForm(user._id)?.id
  const again = id === undefined || open !== undefined ? undefined : find(id)
  if (again !== undefined) setOpen(again)
  return [open, setOpen] as const
}
