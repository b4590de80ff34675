import { Dialog as Base } from "@base-ui/react/dialog"
import { Search } from "lucide-react"
import { type RefObject, useRef, useState } from "react"
import { t } from "../lib/translate.ts"
import { deferred } from "../ui/deferred.tsx"
import { takeFocus, veil } from "../ui/dialog.tsx"
import { Key } from "../ui/tabs.tsx"
import type { PaletteActions } from "./palette-entries.ts"

const PaletteList = deferred(async () => (await import("./palette-list.tsx")).PaletteList)

type Props = PaletteActions & { isOpen: boolean; initialText: string; onClose(): void }

const shape =
  "fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] min-h-12 w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 flex-col " +
  "overflow-hidden rounded-2xl bg-raised shadow-pop"

/** Finds objects and runs actions. It takes the focus at once; keys do nothing until its entries are loaded. */
export function Palette({ isOpen, initialText, onClose, ...actions }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={open => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={veil} />
        <Base.Popup className={shape} aria-label={t`Search`} initialFocus={() => takeFocus(input.current)}>
          <PaletteContent input={input} initialText={initialText} onClose={onClose} actions={actions} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type ContentProps = { input: RefObject<HTMLInputElement | null>; initialText: string; onClose(): void; actions: PaletteActions }

function PaletteContent({ input, initialText, onClose, actions }: ContentProps) {
  const [text, setText] = useState(initialText)
  const [current, setCurrent] = useState<string | undefined>(undefined)
  return (
    <>
      <label className="flex items-center gap-2.5 border-b border-line px-4">
        <Search className="size-4 text-fg-3" aria-hidden />
        <span className="sr-only">{t`Search, or type what to do`}</span>
        <input
          ref={input}
          role="combobox"
          aria-expanded={current !== undefined}
          aria-controls={current && "palette-entries"}
          aria-activedescendant={current}
          value={text}
          onChange={event => setText(event.target.value)}
          placeholder={t`Search people and numbers, or type what to do…`}
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-fg-3"
        />
        <Key>{t`Esc`}</Key>
      </label>
      <PaletteList {...actions} text={text} input={input} onCurrent={setCurrent} onClose={onClose} />
    </>
  )
}
