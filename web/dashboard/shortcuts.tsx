import { modKey } from "../lib/mod-key.ts"
import { Dialog } from "../ui/dialog.tsx"
import { Key } from "../ui/tabs.tsx"
import { destinationsOf, useApp } from "./app-context.ts"

const general: [keys: string[], what: string][] = [
  [[modKey, "K"], "Search, or run any action"],
  [["/"], "Search this list, or everything"],
  [["J"], "Next in a list, a log or the inbox"],
  [["K"], "Previous in a list, a log or the inbox"],
  [["A"], "Approve the request that has the focus, then Enter to send"],
  [["R"], "Reject it, then write the reason"],
  [["Esc"], "Step back"],
]

export function Shortcuts({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const pairs = destinationsOf(useApp()).filter(({ key }) => key !== undefined)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
        {general.map(([keys, what]) => (
          <Shortcut key={what} keys={keys} what={what} />
        ))}
        {pairs.map(({ key, label }) => (
          <Shortcut key={label} keys={["G", key!.toUpperCase()]} what={`Go to ${label.toLowerCase()}`} />
        ))}
      </dl>
    </Dialog>
  )
}

const Shortcut = ({ keys, what }: { keys: string[]; what: string }) => (
  <>
    <dt className="text-fg-2">{what}</dt>
    <dd className="flex gap-1">
      {keys.map(key => (
        <Key key={key}>{key}</Key>
      ))}
    </dd>
  </>
)
