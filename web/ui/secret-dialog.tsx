import { Check, Copy } from "lucide-react"
import { t } from "../lib/translate.ts"
import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import { useCopy } from "./value.tsx"

/** A secret that the service returns only once. */
export function SecretDialog({ label, value, onClose }: { label: string; value: string; onClose(): void }) {
  const [isCopied, copy] = useCopy(value, label)
  return (
    <Dialog
      isOpen
      isShownOnce
      onClose={onClose}
      title={label}
      description={t`It is shown only once. Store it where only your program can read it.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t`I have stored it`}
        </Button>
      }
    >
      <div className="flex items-center gap-2 rounded-lg bg-sunken p-3 shadow-line">
        <code className="min-w-0 flex-1 font-mono text-xs break-all">{value}</code>
        <Button size="sm" onClick={copy} data-first-focus>
          {isCopied ? <Check className="size-3.5 text-good" aria-hidden /> : <Copy className="size-3.5 text-fg-3" aria-hidden />} {t`Copy`}
        </Button>
      </div>
    </Dialog>
  )
}
