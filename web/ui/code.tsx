import { Fragment, type ReactNode, useMemo } from "react"
import { cn } from "./cn.ts"

type Props = { text: string; label: string; isJson?: boolean; isWrapped?: boolean; className?: string }

/** Code to read: JSON with quiet colours, headers, commands. Long code scrolls inside its box, never the page. */
export function Code({ text, label, isJson = false, isWrapped = false, className }: Props) {
  const content = useMemo(() => (isJson ? paint(text) : text), [text, isJson])
  const shape = "overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs leading-5 text-fg-2 shadow-line focus-visible:-outline-offset-2"
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className={cn(shape, isWrapped && "break-all whitespace-pre-wrap", className ?? "max-h-96")}
    >
      {content}
    </pre>
  )
}

const tokens = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g

/** Names are quiet, text is plain, numbers and words of JSON have the accent. */
function paint(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let last = 0
  for (const match of text.matchAll(tokens)) {
    const [whole, quoted, colon] = match
    const tone = colon !== undefined ? "text-fg-3" : quoted !== undefined ? "text-fg" : "text-accent"
    parts.push(
      text.slice(last, match.index),
      <Fragment key={match.index}>
        <span className={tone}>{quoted ?? whole}</span>
        {colon}
      </Fragment>,
    )
    last = match.index + whole.length
  }
  return [...parts, text.slice(last)]
}

/** JSON with indentation; text that is not JSON stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
