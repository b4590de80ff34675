import { FileUp } from "lucide-react"
import { useId, useState } from "react"
import { t, whole } from "../lib/translate.ts"
import { cn } from "./cn.ts"

/** `label` says what the file is, such as "File of the bank". */
type Props = { label: string; file: File | undefined; hint: string; error: string | undefined; onFile(file: File): void }

/** Takes one file, by a click or dropped onto it. */
export function FilePicker({ label, file, hint, error, onFile }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const take = (next: File | undefined) => next && onFile(next)
  return (
    <div>
      <label
        htmlFor={id}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
        className={cn(
          "flex cursor-pointer flex-col items-center gap-1 rounded-xl",
          "border border-dashed border-line-strong px-4 py-6 text-center text-sm",
          "has-focus-visible:outline-2 has-focus-visible:outline-accent",
          isOver ? "bg-accent-soft" : "bg-sunken hover:bg-hover",
        )}
      >
        <FileUp className="size-5 text-fg-3" aria-hidden />
        <span className="font-medium wrap-anywhere">{file ? file.name : t`Choose the file, or drop it here`}</span>
        <span className="text-xs text-fg-2">{file ? `${whole(Math.max(1, file.size / 1024))} KiB` : hint}</span>
        <input
          id={id}
          type="file"
          aria-label={label}
          aria-invalid={error !== undefined}
          className="sr-only"
          onChange={event => take(event.target.files?.[0])}
        />
      </label>
      {error && <p className="mt-1 text-xs text-bad">{error}</p>}
    </div>
  )
}
