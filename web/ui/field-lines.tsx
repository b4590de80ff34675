import { useQuery } from "@tanstack/react-query"
import { Plus, X } from "lucide-react"
import { call, type Output } from "../client.ts"
import { fits } from "../lib/fits.ts"
import { type Line, type LinesField, soldAs, type Values } from "../lib/form.ts"
import { money } from "../lib/money.ts"
import { t } from "../lib/translate.ts"
import { AmountInput, AmountSoFar } from "./amount-input.tsx"
import { Button } from "./button.tsx"
import { cn } from "./cn.ts"
import { control } from "./control.ts"
import { SuggestingInput } from "./suggesting-input.tsx"

export type Service = Output<"GET /v1/services">["data"][number]

type Props = {
  field: LinesField & { label: string }
  lines: Line[]
  currency: string
  onChange(lines: Line[], others?: Values): void
}

/** The billed lines; with suppliers, also the partner whose share of a line is calculated. A service that is chosen fills in its line. */
export function Lines({ field, lines, currency, onChange }: Props) {
  const { label, hasSuppliers = false, currencyField = "currency" } = field
  const services = useServices()
  const change = (at: number, part: Partial<Line>) => onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
  const mayChangeCurrency = (at: number) =>
    field.currency === undefined && lines.every(({ amount }, index) => index === at || amount === "")
  const choose = (at: number, service: Service) =>
    onChange(
      lines.map((line, index) => (index === at ? soldAs(line, service) : line)),
      mayChangeCurrency(at) && service.price ? { [currencyField]: service.price.currency } : undefined,
    )
  return (
    <div className="space-y-2">
      {lines.map((line, index) => (
        <div
          key={index}
          className={cn("grid grid-cols-[minmax(0,1fr)_7rem_auto] gap-2", hasSuppliers && "sm:grid-cols-[minmax(0,1fr)_9rem_7rem_auto]")}
        >
          <ServiceInput
            aria-label={t`${label} ${index + 1}: description`}
            line={line}
            services={services.filter(({ price }) => !price || price.currency === currency || mayChangeCurrency(index))}
            onText={name => change(index, { name, ...(name === "" && { service: "" }) })}
            onChoose={service => choose(index, service)}
          />
          {hasSuppliers && (
            <input
              aria-label={t`${label} ${index + 1}: shared with`}
              placeholder={t`Shared with`}
              title={t`The code or name of a partnership, whose share of this line is calculated by its terms`}
              value={line.supplier ?? ""}
              onChange={event => change(index, { supplier: event.target.value })}
              className={cn(control, "max-sm:col-span-3 max-sm:row-start-2")}
            />
          )}
          <AmountInput
            aria-label={t`${label} ${index + 1}: amount`}
            currency={currency}
            value={line.amount}
            onChange={amount => change(index, { amount })}
            className={cn(control, "num text-end")}
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Remove line ${index + 1}`}
            disabled={lines.length === 1}
            onClick={() => onChange(lines.filter((_, at) => at !== index))}
          >
            <X className="size-4" aria-hidden />
          </Button>
          <AmountSoFar text={line.amount} currency={currency} className="col-span-full -mt-1 pe-10 text-end" />
          <p className="col-span-full -mt-1 text-xs text-fg-3 empty:hidden">
            {sayCopied(services.find(({ _id }) => _id === line.service))}
          </p>
        </div>
      ))}
      <Button size="sm" variant="ghost" onClick={() => onChange([...lines, { name: "", amount: "" }])}>
        <Plus className="size-3.5" aria-hidden /> {t`Add a line`}
      </Button>
    </div>
  )
}

const sayCopied = (service: Service | undefined) =>
  service && (service.supplier || service.tax) && t`Partner and tax, unless given here, are those of the service “${service.name}”.`

/** The hundred newest, with the key that other suggestions of services have. */
export function useServices(): Service[] {
  const services = useQuery({
    queryKey: ["GET /v1/services", "choices", {}],
    queryFn: () => call("GET /v1/services", { limit: 100 }),
    retry: false, // whoever may not see them describes the line
  })
  return services.data?.data ?? []
}

type ServiceInputProps = {
  "aria-label": string
  line: Line
  services: readonly Service[]
  onText(text: string): void
  onChoose(service: Service): void
}

/** What a line is for: any text, or a service with its price. */
function ServiceInput({ line, services, onText, onChoose, ...input }: ServiceInputProps) {
  const fitting = line.service ? [] : services.filter(({ name }) => fits(name, line.name))
  return (
    <SuggestingInput
      {...input}
      placeholder={t`Description, or a service`}
      className={control}
      choices={fitting.map(({ name, price }) => ({ value: name, label: price ? money(price.amount, price.currency) : "" }))}
      value={line.name}
      onChange={onText}
      onChoose={({ value }) => onChoose(fitting.find(({ name }) => name === value)!)}
    />
  )
}
