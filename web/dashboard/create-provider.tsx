import { createContext, type ReactNode, useContext, useState } from "react"
import { interruptedForm } from "../lib/interrupted-form.ts"
import type { Values } from "../lib/form.ts"
import { deferredDialog } from "../ui/deferred.tsx"
import { useApp } from "./app-context.ts"
import { usePreload } from "./details.ts"
import type { Resource } from "./resource.ts"
import { useSession } from "./session.tsx"

type OpenCreate = (resource: Resource, values?: Values) => void

const CreateDialog = deferredDialog(async () => (await import("./create-dialog.tsx")).CreateDialog)

const CreateContext = createContext<OpenCreate>(() => undefined)

/** For its button: loads the form when the pointer is over it. */
export const usePreloadCreate = () => usePreload(CreateDialog)

/** Opens the form that creates an object, from anywhere: the palette, the header, a request that has expired. */
export const useCreate = () => useContext(CreateContext)

export function CreateProvider({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { resources } = useApp()
  const [form, setForm] = useState(() => reopened(user._id, resources))
  const close = () => setForm(form && { ...form, isOpen: false })
  return (
    <CreateContext value={(resource, values = {}) => setForm({ resource, values, isOpen: true })}>
      {children}
      {form && (
        // It stays mounted when it is closed, because it then shows the secret.
        <CreateDialog resource={form.resource} values={form.values} isOpen={form.isOpen} onClose={close} />
      )}
    </CreateContext>
  )
}

type Form = { resource: Resource; values: Values; isOpen: boolean }

function reopened(user: string, resources: readonly Resource[]): Form | undefined {
  const form = interruptedForm(user)
  const resource = resources.find(({ path }) => form?.id === `create ${path}`)
  return form && resource && { resource, values: form.values, isOpen: true }
}
