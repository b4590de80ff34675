import { Check, Copy } from "lucide-react"
import { t } from "../lib/translate.ts"
import { Button } from "./button.tsx"
import { useCopy } from "./value.tsx"

type Props = { text: string; label: string; children?: string; size?: "sm" | "md" }

export function CopyButton({ text, label, children = t`Copy`, size = "sm" }: Props) {
  const [isCopied, copy] = useCopy(text, label)
  const Icon = isCopied ? Check : Copy
  return (
    <Button size={size} onClick={copy}>
      <Icon className={isCopied ? "size-3.5 text-good" : "size-3.5 text-fg-3"} aria-hidden /> {children}
    </Button>
  )
}
