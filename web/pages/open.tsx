import { Navigate, useSearch } from "@tanstack/react-router"
import { useApp } from "../dashboard/app-context.ts"
import { MissingPage } from "../dashboard/missing-page.tsx"

/** Leads from the API's name of an object, as mails have it, to its page. */
export function Open() {
  const { type, id = "" } = useSearch({ strict: false }) as { type?: string; id?: string }
  const resource = useApp().resources.find(({ key, object }) => key === type && object)
  return resource ? <Navigate to="/$resource/$id" params={{ resource: resource.path, id }} replace /> : <MissingPage />
}
