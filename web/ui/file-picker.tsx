import { FileUp } from "lucide-react"
import { useId, useState } from "react"
import { cn } from "./cn.ts"

type PickerProps = {
  /** What the file is, such as "File of the bank". */
  label: string
  hint: string
  /** Below the first lines of a text. */
  note: string
  file: File | undefined
  error: string | undefined
  onFile(file: File | undefined): void
}

/** Takes a file by a click or a drop, and shows the first lines of a text. */
export function FilePicker({ label, hint, note, file, error, onFile }: PickerProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [preview, setPreview] = useState("")
  const take = async (next: File | undefined) => {
    if (!next) return
    onFile(next)
    const start = /\.(csv|txt)$/i.test(next.name) ? await next.slice(0, 2000).text() : ""
    setPreview(
      start
        .split(/\r\n|\r|\n/)
        .slice(0, 5)
        .join("\n"),
    )
  }
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
          void take(event.dataTransfer.files[0])
        }}
        className={cn(
          "flex cursor-pointer flex-col items-center gap-1 rounded-xl",
          "border border-dashed border-line-strong px-4 py-6 text-center text-sm",
          "has-focus-visible:outline-2 has-focus-visible:outline-accent",
          isOver ? "bg-accent-soft" : "bg-sunken hover:bg-hover",
        )}
      >
        <FileUp className="size-5 text-fg-3" aria-hidden />
        <span className="font-medium wrap-anywhere">{file ? file.name : "Choose the file, or drop it here"}</span>
        <span className="text-xs text-fg-2">{file ? `${Math.max(1, Math.round(file.size / 1024)).toLocaleString()} KiB` : hint}</span>
        <input
          id={id}
          type="file"
          aria-label={label}
          aria-invalid={error !== undefined}
          className="sr-only"
          onChange={event => void take(event.target.files?.[0])}
        />
      </label>
      {error && <p className="mt-1 text-xs text-bad">{error}</p>}
      {preview !== "" && (
        <div className="mt-2 text-xs text-fg-2">
          <pre tabIndex={0} aria-label="Its first lines" className="overflow-x-auto rounded-lg bg-sunken p-2 font-mono shadow-line">
            {preview}
          </pre>
          <p className="mt-1">{note}</p>
        </div>
      )}
    </div>
  )
}
