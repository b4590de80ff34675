import { Check, Copy, ExternalLink, Mail, Share2 } from "lucide-react"
import { useSession } from "../../dashboard/session.tsx"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { Button, buttonLook } from "../../ui/button.tsx"
import { deferred } from "../../ui/deferred.tsx"
import { useCopy } from "../../ui/value.tsx"
import type { Payment } from "./data.ts"

const QrCode = deferred(async () => (await import("../../ui/qr-code.tsx")).QrCode)

/** The payment link as text and QR code: to copy, to share, to open. */
export function LinkToSend({ row }: { row: Payment }) {
  const { user } = useSession()
  const [isCopied, copy] = useCopy(row.links.short, t`Payment link`)
  const subject = t`Pay ${money(row.due, row.currency)} to ${user.tenant.name}`
  return (
    <div className="flex flex-wrap items-center gap-5">
      <QrCode text={row.links.short} label={t`The payment link as a QR code`} />
      <div className="min-w-0 flex-1 basis-56 space-y-3">
        <p className="rounded-lg bg-sunken px-3 py-2 font-mono text-xs break-all shadow-line">{row.links.short}</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={copy}>
            {isCopied ? <Check className="size-4" aria-hidden /> : <Copy className="size-4" aria-hidden />} {t`Copy link`}
          </Button>
          <Share subject={subject} url={row.links.short} />
          <a href={row.links.long} target="_blank" rel="noreferrer" className={buttonLook()}>
            <ExternalLink className="size-4 text-fg-3" aria-hidden /> {t`Open page`}
          </a>
        </div>
      </div>
    </div>
  )
}

/** Opens the device's share dialog, or the mail program if there is none. */
function Share({ subject, url }: { subject: string; url: string }) {
  if ("share" in navigator)
    return (
      <Button onClick={() => void navigator.share({ title: subject, url }).catch(() => undefined)}>
        <Share2 className="size-4 text-fg-3" aria-hidden /> {t`Share link`}
      </Button>
    )
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${subject}:\n${url}`)}`
  return (
    <a href={mail} className={buttonLook()}>
      <Mail className="size-4 text-fg-3" aria-hidden /> {t`Send by mail`}
    </a>
  )
}
