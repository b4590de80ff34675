import { useState } from "react"
import { interruptedForm } from "../lib/interrupted-form.ts"
import { useSession } from "./session.tsx"

/** Whether a form is open: at first where it was open when the session of this person ended. */
export function useFormOpen(id: string) {
  const { user } = useSession()
  return useState(() => interruptedForm(user._id)?.id === id)
}

/** The same where one of several may be open. What the form belongs to may still have to be read, so it is looked for until it is there. */
export function useOneOpen<T>(find: (id: string) => T | undefined) {
  const { user } = useSession()
  const [open, setOpen] = useState<T | undefined>(undefined)
  const id = interruptedForm(user._id)?.id
  const again = id === undefined || open !== undefined ? undefined : find(id)
  if (again !== undefined) setOpen(again)
  return [open, setOpen] as const
}
