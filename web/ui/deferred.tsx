import { type ComponentType, lazy, type ReactNode, Suspense } from "react"
import { LoadingDialog } from "./dialog.tsx"

/** A component that is loaded when it is first shown, or when `preload` is called: when the pointer is over its button. */
type Deferred<P> = ((props: P) => ReactNode) & { preload(): void }

/** A component that is loaded when it is first shown, so that the first page does not wait for it. */
export function deferred<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loading: (props: P) => ReactNode = () => null,
): Deferred<P> {
  const Part = lazy(async () => ({ default: await load() }))
  const component = (props: P) => (
    <Suspense fallback={loading(props)}>
      <Part {...props} />
    </Suspense>
  )
  return Object.assign(component, { preload: () => void load().catch(() => undefined) }) // a failure is shown when it is opened
}

type DialogProps = { isOpen?: boolean; onClose(): void }

/** A dialog that is loaded when it is first opened. Until then an empty dialog takes the keys, because the page below acts on keys. */
export function deferredDialog<P extends DialogProps>(load: () => Promise<ComponentType<P>>): Deferred<P> {
  return deferred(load, ({ isOpen = true, onClose }) => isOpen && <LoadingDialog onClose={onClose} />)
}
