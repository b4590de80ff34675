import { type Field, textOf } from "../../lib/form.ts"
import { t, whole } from "../../lib/translate.ts"
import { Currencies } from "../../ui/field-currencies.tsx"
import type { Connection, Provider } from "./data.ts"

type Offered = Provider["methods"][number]

/** Which methods payers are offered, and in which currencies. An empty field of currencies stands for all of them. */
export const methodFields = ({ methods }: Provider, connection?: Connection): Field[] => [
  {
    name: "methods",
    label: t`Methods that payers are offered`,
    kind: "choices",
    isRequired: true,
    initial: methods
      .filter(({ method }) => connection === undefined || offeredBy(connection, method)?.enabled)
      .map(({ method }) => method)
      .join(","),
    choices: methods.map(each => ({ value: each.method, label: labelOf(each) })),
  },
  ...methods
    .filter(({ currencies }) => currencies.length > 1)
    .map(({ method, name, currencies }): Field => ({
      name: `currencies.${method}`,
      label: t`Currencies: ${name}`,
      kind: "currencies",
      Control: Currencies,
      currencies,
      placeholder: t`All ${whole(currencies.length)} currencies`,
      hint: t`Choose some to offer the method in those only`,
      initial: restricted(offeredBy(connection, method)?.currencies ?? [], currencies).join(","),
      appliesTo: values => textOf(values, "methods").split(",").includes(method),
    })),
]

const offeredBy = (connection: Connection | undefined, method: string) => connection?.methods.find(each => each.method === method)

const labelOf = ({ name, currencies }: Offered) => (currencies.length === 1 ? `${name} (${currencies[0]})` : name)

const restricted = (chosen: readonly string[], all: readonly string[]) => (chosen.length < all.length ? chosen : [])

type Input = Record<string, unknown> & { methods?: string[]; currencies?: Record<string, string[]> }

/** The request of a form with these fields. A method that is off keeps its currencies for the day when it is on again. */
export function withMethods(input: Record<string, unknown>, { methods: all }: Provider, connection?: Connection) {
  const { methods: chosen = [], currencies = {}, ...others } = input as Input
  const methods = all.map(({ method }) => {
    const isEnabled = chosen.includes(method)
    const kept = isEnabled ? currencies[method] : offeredBy(connection, method)?.currencies
    return { method, enabled: isEnabled, ...(kept && kept.length > 0 && { currencies: kept }) }
  })
  return { ...others, methods }
}
