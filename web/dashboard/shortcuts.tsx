import { Fragment } from "react"
import { locale } from "../lib/language.ts"
import { t } from "../lib/translate.ts"
import { Dialog } from "../ui/dialog.tsx"
import { Key } from "../ui/tabs.tsx"
import { destinationsOf, useApp } from "./app-context.ts"
import { shownKeys, waysOf } from "./page-keys.ts"

/** The keys that work on the page below. What its parts have declared is all that there is. */
export function Shortcuts({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const pairs = destinationsOf(useApp()).filter(({ key }) => key !== undefined)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t`Keyboard shortcuts`}>
      <div role="group" aria-label={t`Keys`} tabIndex={0} data-first-focus="" className="outline-none">
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
        <section aria-label={t`Go to a page`}>
          <h3 className="mb-1.5 text-xs font-medium text-fg-3">{t`Go to a page`}</h3>
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

const either = new Intl.ListFormat(locale, { type: "disjunction" })

const Shortcut = ({ ways, what }: { ways: readonly (readonly string[])[]; what: string }) => (
  <>
    <dt className="text-fg-2">{what}</dt>
    <dd className="flex items-center justify-end gap-1">
      {either.formatToParts(ways.map(keys => keys.join(" "))).map(({ type, value }, index) => (
        <Fragment key={index}>
          {type === "literal" && <span className="text-2xs text-fg-3">{value.trim()}</span>}
          {type === "element" && value.split(" ").map(key => <Key key={key}>{key}</Key>)}
        </Fragment>
      ))}
    </dd>
  </>
)
