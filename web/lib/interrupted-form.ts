import { useEffect } from "react"
import type { Values } from "./form.ts"

type OpenForm = { id: string; values: Values }
type Interrupted = OpenForm & { path: string; user: string }

const key = "interrupted form"
let open: OpenForm | undefined
let interrupted = takeKept()

/** A form is open, which began with these values. */
export function useOpenForm(id: string, values?: Values) {
  useEffect(() => {
    open = { id, values: values ?? {} }
    interrupted = undefined
    return () => void (open = undefined)
  }, [id, values])
}

/** Before the page is left for the sign-in: what was typed is kept, and the form that was open is opened again. */
export function keepOpenForm(user: string) {
  const form: Interrupted | undefined = open && { ...open, path: location.pathname, user }
  if (form) sessionStorage.setItem(key, JSON.stringify(form))
}

/** The form that was open when the session ended, if it was this person's and on this page. */
export const interruptedForm = (user: string): OpenForm | undefined =>
  interrupted?.user === user && interrupted.path === location.pathname ? interrupted : undefined

function takeKept(): Interrupted | undefined {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return kept === null ? undefined : (JSON.parse(kept) as Interrupted)
}
