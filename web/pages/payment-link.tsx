import { Check, Copy, ExternalLink, Share2 } from "lucide-react"
import { money } from "../lib/money.ts"
import { Button } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { QrCode } from "../ui/qr-code.tsx"
import { useCopy } from "../ui/value.tsx"
import type { Payment } from "./payments.tsx"

/** The link to send to the payer: to copy, to scan, to share. */
export function PaymentLink({ row }: { row: Payment }) {
  const [isCopied, copy] = useCopy(row.links.short, "Payment link")
  if (row.due === 0) return null
  const share = () => void navigator.share({ title: `Pay ${money(row.due, row.currency)}`, url: row.links.short }).catch(() => undefined)
  return (
    <Card aria-label="Payment link">
      <CardHead title="Payment link" hint="Whoever has it can pay, and nothing else" />
      <div className="flex flex-wrap items-center gap-5 px-5 pb-5">
        <QrCode text={row.links.short} label="The payment link as a QR code" />
        <div className="min-w-0 flex-1 basis-56 space-y-3">
          <p className="rounded-lg bg-sunken px-3 py-2 font-mono text-xs break-all shadow-line">{row.links.short}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={copy}>
              {isCopied ? <Check className="size-4" aria-hidden /> : <Copy className="size-4" aria-hidden />} Copy link
            </Button>
            {"share" in navigator && (
              <Button onClick={share}>
                <Share2 className="size-4 text-fg-3" aria-hidden /> Share
              </Button>
            )}
            <Button render={<a href={row.links.long} target="_blank" rel="noreferrer" />} nativeButton={false}>
              <ExternalLink className="size-4 text-fg-3" aria-hidden /> Open
            </Button>
          </div>
        </div>
      </div>
    </Card>
  )
}
