import { FileUp } from "lucide-react"
import { type ImportKind, importKinds } from "../../src/insight/imports/values.ts"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { useResource } from "./app-context.ts"
import { useCreate, usePreloadCreate } from "./create-provider.tsx"
import type { Resource } from "./resource.ts"
import { usePermission } from "./session.tsx"

const isImportKind = (key: string): key is ImportKind => importKinds.some(kind => kind === key)

/** Opens the form of an import with the kind of this list chosen, for people who may create its objects. */
export function ImportButton({ resource }: { resource: Resource }) {
  const can = usePermission()
  const imports = useResource("imports")
  const openCreate = useCreate()
  const preload = usePreloadCreate()
  const isPossible = isImportKind(resource.key) && resource.create && can(resource.create.needs) && can(imports.needs)
  return (
    isPossible && (
      <Button onClick={() => openCreate(imports, { kind: resource.key })} {...preload}>
        <FileUp className="size-3.5 text-fg-3" aria-hidden /> {t`Import`}
      </Button>
    )
  )
}
