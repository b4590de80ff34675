import { type ComponentType, lazy, type ReactNode, Suspense } from "react"
import { LoadingDialog } from "./dialog.tsx"

/** A component that is loaded when it is first shown, so that the first page does not wait for it. */
export function deferred<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  return suspended(load, () => null)
}

type DialogProps = { isOpen?: boolean; onClose(): void }

/** A dialog that is loaded when it is first opened. Until then an empty dialog takes the keys, because the page below acts on keys. */
export function deferredDialog<P extends DialogProps>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  return suspended(load, ({ isOpen = true, onClose }) => isOpen && <LoadingDialog onClose={onClose} />)
}

function suspended<P extends object>(load: () => Promise<ComponentType<P>>, loading: (props: P) => ReactNode) {
  const Part = lazy(async () => ({ default: await load() }))
  return (props: P) => (
    <Suspense fallback={loading(props)}>
      <Part {...props} />
    </Suspense>
  )
}
