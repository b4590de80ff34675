import { useState } from "react"
import { interruptedForm } from "../lib/interrupted-form.ts"
import { useSession } from "./session.tsx"

/** Whether a form is open: at first where it was open when the session of this person ended. */
export function useFormOpen(id: string) {
  const { user } = useSession()
  return useState(() => interruptedForm(user._id)?.id === id)
}
