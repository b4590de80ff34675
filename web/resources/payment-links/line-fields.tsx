import { Plus, X } from "lucide-react"
import type { PartsProps } from "../../lib/form.ts"
import { textOf } from "../../lib/form.ts"
import { fits } from "../../lib/fits.ts"
import { money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { AmountInput, AmountSoFar } from "../../ui/amount-input.tsx"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import { type Service, useServices } from "../../ui/field-lines.tsx"
import { SuggestingInput } from "../../ui/suggesting-input.tsx"
import { linesOf, newLine, type SoldLine } from "./parts.ts"

const maxLines = 20

/** The services of a payment link: each with its own price, how many a visitor may order, and how many there are. */
export function LineFields({ id, value, values, onChange, ...aria }: PartsProps) {
  const services = useServices()
  const isOpen = values["isOpen"] === true
  const currency = textOf(values, "currency")
  const lines = isOpen ? linesOf(value).slice(0, 1) : linesOf(value)
  const put = (next: SoldLine[], others?: { currency: string }) => onChange(JSON.stringify(next), others)
  const change = (at: number, part: Partial<SoldLine>, others?: { currency: string }) =>
    put(
      lines.map((line, index) => (index === at ? { ...line, ...part } : line)),
      others,
    )
  const isOnly = lines.length === 1
  return (
    <div className="space-y-3" role="group" aria-label={t`Services`} aria-describedby={aria["aria-describedby"]}>
      {lines.map((line, at) => (
        <div key={at} className="space-y-2 rounded-lg bg-sunken p-3 shadow-line">
          <div className="flex gap-2">
            <ServiceInput
              id={at === 0 ? id : undefined}
              label={t`Service ${at + 1}`}
              isWrong={aria["aria-invalid"] && line.service === ""}
              value={line.service}
              services={services.filter(({ price }) => isOnly || !price || price.currency === currency)}
              onText={service => change(at, { service })}
              onChoose={({ name, price }) => change(at, { service: name }, price && isOnly ? { currency: price.currency } : undefined)}
            />
            {!isOnly && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={t`Remove service ${at + 1}`}
                onClick={() => put(lines.filter((_, i) => i !== at))}
              >
                <X className="size-4" aria-hidden />
              </Button>
            )}
          </div>
          <div className={cn("grid grid-cols-2 gap-2", !isOpen && "sm:grid-cols-4")}>
            {!isOpen && (
              <label className="text-xs text-fg-2">
                {t`Price of a unit`}
                <AmountInput
                  currency={currency}
                  value={line.price}
                  placeholder={priceOf(services, line.service)}
                  onChange={price => change(at, { price })}
                  className={cn(control, "num mt-1")}
                />
                <AmountSoFar text={line.price} currency={currency} />
              </label>
            )}
            {!isOpen && <Count label={t`Units at least`} value={line.min} onChange={min => change(at, { min })} />}
            {!isOpen && <Count label={t`Units at most`} value={line.max} onChange={max => change(at, { max })} />}
            <Count label={t`Units in all`} value={line.stock} placeholder={t`No limit`} onChange={stock => change(at, { stock })} />
          </div>
        </div>
      ))}
      {!isOpen && lines.length < maxLines && (
        <Button size="sm" variant="ghost" onClick={() => put([...lines, { ...newLine, min: "0" }])}>
          <Plus className="size-3.5" aria-hidden /> {t`Add a service`}
        </Button>
      )}
    </div>
  )
}

type CountProps = { label: string; value: string; placeholder?: string; onChange(value: string): void }

const Count = ({ label, value, placeholder, onChange }: CountProps) => (
  <label className="text-xs text-fg-2">
    {label}
    <input
      inputMode="numeric"
      autoComplete="off"
      value={value}
      placeholder={placeholder}
      onChange={event => onChange(event.target.value)}
      className={cn(control, "num mt-1")}
    />
  </label>
)

/** The price of the service, which counts unless another one is written. */
function priceOf(services: readonly Service[], name: string): string | undefined {
  const price = services.find(each => each.name === name)?.price
  return price ? money(price.amount, price.currency) : undefined
}

type ServiceProps = {
  id: string | undefined
  label: string
  isWrong: boolean
  value: string
  services: readonly Service[]
  onText(text: string): void
  onChoose(service: Service): void
}

const ServiceInput = ({ id, label, isWrong, value, services, onText, onChoose }: ServiceProps) => {
  const fitting = services.filter(({ name }) => fits(name, value))
  return (
    <div className="min-w-0 flex-1">
      <SuggestingInput
        id={id}
        aria-label={label}
        aria-invalid={isWrong}
        autoComplete="off"
        placeholder={t`Name of a service`}
        className={control}
        choices={fitting.map(({ name, price }) => ({ value: name, label: price ? money(price.amount, price.currency) : "" }))}
        value={value}
        onChange={onText}
        onChoose={({ value: name }) => onChoose(fitting.find(each => each.name === name)!)}
      />
    </div>
  )
}
