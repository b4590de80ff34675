import { createContext, type ReactNode, useContext, useState } from "react"
import type { Values } from "../lib/form.ts"
import { deferred } from "../ui/deferred.tsx"
import type { Resource } from "./resource.ts"

type OpenCreate = (resource: Resource, values?: Values) => void

const CreateDialog = deferred(async () => (await import("./create-dialog.tsx")).CreateDialog)

const CreateContext = createContext<OpenCreate>(() => undefined)

/** Opens the form that creates an object, from anywhere: the palette, the header, a request that has expired. */
export const useCreate = () => useContext(CreateContext)

export function CreateProvider({ children }: { children: ReactNode }) {
  const [form, setForm] = useState<{ resource: Resource; values: Values; isOpen: boolean } | undefined>(undefined)
  return (
    <CreateContext value={(resource, values = {}) => setForm({ resource, values, isOpen: true })}>
      {children}
      {form && (
        // It stays when it is closed, because a secret that is shown once comes after it.
        <CreateDialog
          resource={form.resource}
          values={form.values}
          isOpen={form.isOpen}
          onClose={() => setForm({ ...form, isOpen: false })}
        />
      )}
    </CreateContext>
  )
}
