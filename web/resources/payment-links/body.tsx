import { useQuery } from "@tanstack/react-query"
import { Download, ExternalLink } from "lucide-react"
import { textOn } from "../../../src/kit/pure/colour.ts"
import { call, type Output } from "../../client.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Button, buttonLook } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Code } from "../../ui/code.tsx"
import { CopyButton } from "../../ui/copy-button.tsx"
import { QrCode } from "../../ui/qr-code.tsx"
import { Money, useCopy } from "../../ui/value.tsx"
import { useBrand } from "./preview.tsx"

type PaymentLink = Output<"GET /v1/payment-links/{id}">

/** Characters that end an attribute or a text of HTML. */
const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
const styleIn = (colour: string) =>
  `display:inline-block;padding:10px 16px;border-radius:8px;background:${colour};color:${textOn(colour)};text-decoration:none`
const buttonOf = ({ url, name }: PaymentLink, colour: string) => `<a href="${escape(url)}" style="${styleIn(colour)}">${escape(name)}</a>`

/** The address to give away, the lines with what is left, and what was sold. */
export const PaymentLinkBody = ({ row }: { row: PaymentLink }) => (
  <div className="space-y-5">
    <Card aria-label={t`Address`}>
      <CardHead title={t`Address`} hint={t`For everybody: send it, print it, or put the button on your site`} />
      <div className="space-y-4 border-t border-line p-5">
        <Address row={row} />
        <SiteButton row={row} />
      </div>
    </Card>
    <Sold row={row} />
  </div>
)

/** A plain link without a script, in the colour of the business. */
function SiteButton({ row }: { row: PaymentLink }) {
  const { colour } = useBrand()
  const text = buttonOf(row, colour)
  return (
    <div className="space-y-2">
      <Code label={t`Button for a site`} text={text} isWrapped />
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={text} label={t`Button`}>
          {t`Copy button`}
        </CopyButton>
        <span className="text-xs text-fg-3">{t`It looks like this:`}</span>
        <a
          href={row.url}
          target="_blank"
          rel="noreferrer"
          className="inline-block rounded-lg px-4 py-2.5 text-base wrap-anywhere"
          style={{ backgroundColor: colour, color: textOn(colour) }}
        >
          {row.name}
        </a>
      </div>
    </div>
  )
}

function Address({ row }: { row: PaymentLink }) {
  const [, copy] = useCopy(row.url, t`Address`)
  return (
    <div className="flex flex-wrap items-center gap-5">
      <QrCode text={row.url} label={t`The address as a QR code`} />
      <div className="min-w-0 flex-1 basis-56 space-y-3">
        <p className="rounded-lg bg-sunken px-3 py-2 font-mono text-xs break-all shadow-line">{row.url}</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={copy}>
            {t`Copy address`}
          </Button>
          <a href={row.url} target="_blank" rel="noreferrer" className={buttonLook()}>
            <ExternalLink className="size-4 text-fg-3" aria-hidden /> {t`Open page`}
          </a>
          <a href={`${new URL(row.url).pathname}/code.svg`} download={`${row.slug}.svg`} className={buttonLook()}>
            <Download className="size-4 text-fg-3" aria-hidden /> {t`QR code`}
          </a>
        </div>
      </div>
    </div>
  )
}

const leftText = ({ stock, taken }: PaymentLink["lines"][number]) =>
  stock === null ? t`${whole(taken)} taken` : t`${whole(stock - taken)} of ${whole(stock)} left`

const quantityText = ({ quantity: { min, max } }: PaymentLink["lines"][number]) =>
  min === max ? plural(max, t`one in an order`, t`${whole(max)} in an order`) : t`${whole(min)} to ${whole(max)} in an order`

const soldInWords = ({ paid, open, released }: Output<"GET /v1/payment-links/{id}/stats">["purchases"]) =>
  t`${whole(paid)} paid, ${whole(open)} wait for payment, ${whole(released)} not paid in time`

function Sold({ row }: { row: PaymentLink }) {
  const { data } = useQuery({
    queryKey: ["payment-links", row._id, "stats", row.uses],
    queryFn: () => call("GET /v1/payment-links/{id}/stats", {}, { path: { id: row._id } }),
  })
  return (
    <Card aria-label={t`Sold`}>
      <CardHead title={t`Sold`} hint={data && soldInWords(data.purchases)} />
      <ul className="border-t border-line">
        {row.lines.map(line => (
          <li key={line._id} className="flex items-center gap-3 border-b border-line px-5 py-2.5 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{line.name}</span>
              <span className="block text-xs text-fg-3">
                {row.openAmount ? leftText(line) : `${leftText(line)}, ${quantityText(line)}`}
              </span>
            </span>
            {line.amount !== null && <Money amount={line.amount} currency={row.currency} />}
          </li>
        ))}
      </ul>
      {data && (
        <p className="flex justify-between px-5 py-3 text-sm">
          <span className="text-fg-2">{t`Revenue, less refunds`}</span>
          <Money amount={data.revenue.net} currency={row.currency} className="font-medium" />
        </p>
      )}
    </Card>
  )
}
