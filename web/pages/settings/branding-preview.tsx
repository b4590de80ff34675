import { BrandHead } from "../../dashboard/brand-head.tsx"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { textOn } from "../../../src/kit/pure/colour.ts"

type Props = { name: string; logo: string | null; colour: string; supportEmail: string }

/** An approximate preview. The real page shades a colour that would not be readable. */
export function BrandingPreview({ name, logo, colour, supportEmail }: Props) {
  const button = { backgroundColor: colour, color: textOn(colour) }
  return (
    <section aria-label={t`Preview`} className="border-line bg-sunken p-5 max-lg:rounded-b-xl max-lg:border-t lg:rounded-e-xl lg:border-s">
      <h2 className="mb-3 text-xs text-fg-3">{t`Approximate preview for payers`}</h2>
      <div className="rounded-xl bg-surface p-5 shadow-card">
        <BrandHead name={name} logo={logo} colour={colour} />
        <p className="mt-5 text-xs text-fg-3">{t`Amount due`}</p>
        <p className="num text-2xl font-semibold tracking-[-0.02em]">{money(124_000, "EUR")}</p>
        <p className="mt-1 text-fg-2">{t`General English, 24 weeks`}</p>
        <span aria-hidden className="mt-5 grid h-11 place-items-center rounded-lg text-base font-medium" style={button}>
          {t`Pay ${money(124_000, "EUR")}`}
        </span>
        <p className="mt-4 text-xs text-fg-3">{supportEmail ? t`Questions? ${supportEmail}` : t`No support address is shown.`}</p>
      </div>
    </section>
  )
}
