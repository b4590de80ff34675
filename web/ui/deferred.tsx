import { type ComponentType, lazy, type ReactNode, Suspense } from "react"

/** A part that is loaded when it is first shown, so that the first page does not wait for it. */
export function deferred<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  const Part = lazy(async () => ({ default: await load() }))
  return props => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}
