import { Search } from "lucide-react"
import { useEffect, useState } from "react"
import { cn } from "../ui/cn.ts"
import { control } from "../ui/control.ts"
import { Key } from "../ui/tabs.tsx"

/** Searches a moment after the last key. `/` puts the cursor here. */
export function SearchField({ placeholder, value, onChange }: { placeholder: string; value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => onChange(text.trim()), 250)
    return () => clearTimeout(timer)
  }, [text, value, onChange])
  return (
    <label className="relative w-full sm:w-64">
      <Search className="pointer-events-none absolute top-2.5 start-2.5 size-4 text-fg-3 sm:top-2" aria-hidden />
      <span className="sr-only">{placeholder}</span>
      <input
        data-search
        type="search"
        value={text}
        onChange={event => setText(event.target.value)}
        placeholder={placeholder}
        className={cn(control, "peer bg-sunken pe-8 ps-8")}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-[7px] end-2 hidden peer-placeholder-shown:sm:block peer-focus:sm:hidden"
      >
        <Key>/</Key>
      </span>
    </label>
  )
}
