import { useParams } from "@tanstack/react-router"
import { useApp } from "./app-context.ts"
import { MissingPage } from "./missing-page.tsx"
import { ObjectPage } from "./object-page.tsx"

/** The page of one object: the common one, or that of its resource. */
export function ResourceObject() {
  const { resources } = useApp()
  const { resource: path, id = "" } = useParams({ strict: false })
  const resource = resources.find(each => each.path === path && each.object)
  if (!resource) return <MissingPage />
  const { Page } = resource.object!
  return Page ? <Page key={id} /> : <ObjectPage key={id} resource={resource} id={id} />
}
