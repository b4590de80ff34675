import { useEffect } from "react"
import type { Values } from "./form.ts"

type OpenForm = { id: string; values: Values }
type Interrupted = OpenForm & { path: string; user: string }

const openKey = "open form"
const interruptedKey = "interrupted form"
/** The form that was open before this page was loaded again. */
let openBefore: string | null = null
let interrupted: Interrupted | null = null

/** Runs once, before anything is rendered, because a form that opens replaces the stored one. */
export function readInterruptedForm() {
  openBefore = take(openKey)
  interrupted = JSON.parse(take(interruptedKey) ?? "null") as Interrupted | null
}

/** Stores that a form is open, with its initial values. */
export function useOpenForm(id: string, values?: Values) {
  useEffect(() => {
    const form: Interrupted = { id, values: values ?? {}, path: location.pathname, user: sessionStorage.getItem("user") ?? "" }
    sessionStorage.setItem(openKey, JSON.stringify(form))
    interrupted = null
    return () => sessionStorage.removeItem(openKey)
  }, [id, values])
}

/** Called before the page leads to the sign-in: afterwards the open form is opened again. */
export function keepOpenForm(isLoading: boolean) {
  const form = isLoading ? openBefore : sessionStorage.getItem(openKey)
  if (form !== null) sessionStorage.setItem(interruptedKey, form)
}

/** The form that was open when the session ended, if it was this person's and on this page. */
export const interruptedForm = (user: string): OpenForm | undefined =>
  interrupted?.user === user && interrupted.path === location.pathname ? interrupted : undefined

function take(key: string): string | null {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return kept
}
