import { Fragment } from "react"
import { Dialog } from "../ui/dialog.tsx"
import { Key } from "../ui/tabs.tsx"
import { destinationsOf, useApp } from "./app-context.ts"
import { shownKeys, waysOf } from "./page-keys.ts"

/** The keys that work on the page below. What its parts have declared is all that there is. */
export function Shortcuts({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const pairs = destinationsOf(useApp()).filter(({ key }) => key !== undefined)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <div role="group" aria-label="Keys" tabIndex={0} data-first-focus="" className="outline-none">
        {isOpen &&
          shownKeys().map(({ title, keys }) => (
            <section key={title} aria-label={title} className="mb-4">
              <h3 className="mb-1.5 text-xs font-medium text-fg-3">{title}</h3>
              <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
                {keys.map(key => (
                  <Shortcut key={key.what} ways={waysOf(key)} what={key.what} />
                ))}
              </dl>
            </section>
          ))}
        <section aria-label="Go to a page">
          <h3 className="mb-1.5 text-xs font-medium text-fg-3">Go to a page</h3>
          <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
            {pairs.map(({ key, label }) => (
              <Shortcut key={label} ways={[["G", key!.toUpperCase()]]} what={label} />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}

const Shortcut = ({ ways, what }: { ways: readonly (readonly string[])[]; what: string }) => (
  <>
    <dt className="text-fg-2">{what}</dt>
    <dd className="flex items-center justify-end gap-1">
      {ways.map((keys, index) => (
        <Fragment key={keys.join(" ")}>
          {index > 0 && <span className="text-2xs text-fg-3">or</span>}
          {keys.map(key => (
            <Key key={key}>{key}</Key>
          ))}
        </Fragment>
      ))}
    </dd>
  </>
)
