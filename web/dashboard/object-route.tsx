import { useParams } from "@tanstack/react-router"
import { useApp } from "./app-context.ts"
import { useObjectPage } from "./details.ts"
import { MissingPage } from "./missing-page.tsx"
import { ObjectPage } from "./object-page.tsx"
import type { Resource } from "./resource.ts"

/** The page of one object: the common one, or that of its resource. */
export function ResourceObject() {
  const { resources } = useApp()
  const { resource: path, id = "" } = useParams({ strict: false })
  const resource = resources.find(each => each.path === path && each.object)
  return resource ? <KnownObject resource={resource} id={id} /> : <MissingPage />
}

function KnownObject({ resource, id }: { resource: Resource; id: string }) {
  const { Page } = useObjectPage(resource.key)
  return Page ? <Page key={id} /> : <ObjectPage key={id} resource={resource} id={id} />
}
