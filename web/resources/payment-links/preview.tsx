import { useQuery } from "@tanstack/react-query"
import { ChevronDown } from "lucide-react"
import { textOn } from "../../../src/kit/pure/colour.ts"
import { BrandHead } from "../../dashboard/brand-head.tsx"
import { call } from "../../client.ts"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { type FormHelp, textOf } from "../../lib/form.ts"
import { money, parseMoney } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { useServices } from "../../ui/field-lines.tsx"
import { linesOf, questionsOf } from "./parts.ts"

const ownColour = "#1d1d1f"

/** The name, logo and colour that payers see. */
export function useBrand() {
  const can = usePermission()
  const { user } = useSession()
  const settings = useQuery({ queryKey: ["settings"], queryFn: () => call("GET /v1/settings", {}), enabled: can("settings.view") })
  const { logo = null, colour = null } = settings.data?.branding ?? {}
  return { name: settings.data?.name ?? user.tenant.name, logo, colour: colour ?? ownColour }
}

/** What visitors will see, as far as the form is filled in. The real page is in the language of the visitor. */
export const Preview = (props: FormHelp) => (
  <details className="group rounded-xl shadow-line">
    <summary className="flex cursor-pointer list-none items-center gap-2 rounded-xl px-3 py-2 text-sm font-medium hover:bg-hover">
      <span className="flex-1">{t`Preview for visitors`}</span>
      <ChevronDown className="size-4 text-fg-3 group-open:rotate-180" aria-hidden />
    </summary>
    <Page {...props} />
  </details>
)

function Page({ values }: FormHelp) {
  const { name, logo, colour } = useBrand()
  const button = { backgroundColor: colour, color: textOn(colour) }
  const questions = questionsOf(textOf(values, "fields")).filter(({ label }) => label !== "")
  return (
    <section aria-label={t`Preview`} className="rounded-b-xl bg-sunken p-4">
      <div className="rounded-xl bg-surface p-5 shadow-card">
        <BrandHead name={name} logo={logo} colour={colour} />
        <p className="mt-5 text-lg font-semibold wrap-anywhere">{textOf(values, "name") || t`Title of the page`}</p>
        <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere text-fg-2">{textOf(values, "description")}</p>
        <Prices values={values} />
        <ul className="mt-4 space-y-1 text-xs text-fg-3">
          {[t`Name`, t`E-mail`, ...questions.map(({ label }) => label)].map((label, index) => (
            <li key={index} className="rounded-lg px-2.5 py-1.5 wrap-anywhere shadow-field">
              {label}
            </li>
          ))}
        </ul>
        <span aria-hidden className="mt-4 grid h-11 place-items-center rounded-lg text-base font-medium" style={button}>
          {t`Continue to payment`}
        </span>
      </div>
    </section>
  )
}

function Prices({ values }: Pick<FormHelp, "values">) {
  const services = useServices()
  const currency = textOf(values, "currency")
  const shown = (text: string) => {
    const amount = parseMoney(text, currency)
    return amount === undefined ? undefined : money(amount, currency)
  }
  if (values["isOpen"] === true)
    return (
      <p className="num mt-3 text-sm">
        {shown(textOf(values, "min")) ?? "…"} – {shown(textOf(values, "max")) ?? "…"}
      </p>
    )
  const lines = linesOf(textOf(values, "lines")).filter(({ service }) => service !== "")
  return (
    <ul className="mt-3 text-sm">
      {lines.map(({ service, price }, index) => {
        const own = services.find(({ name }) => name === service)?.price
        return (
          <li key={index} className="flex gap-3 border-b border-line py-1.5 last:border-0">
            <span className="min-w-0 flex-1 wrap-anywhere">{service}</span>
            <span className="num">{shown(price) ?? (own ? money(own.amount, own.currency) : "")}</span>
          </li>
        )
      })}
    </ul>
  )
}
