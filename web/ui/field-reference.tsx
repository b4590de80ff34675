import { useQuery } from "@tanstack/react-query"
import { useDeferredValue } from "react"
import { request } from "../client.ts"
import { fits } from "../lib/fits.ts"
import { type Choice, type Field, isRequired, textOf, type Values } from "../lib/form.ts"
import { usePaused } from "../lib/paused.ts"
import { readAll } from "../lib/read-all.ts"
import { useFound } from "../lib/found.ts"
import { Select, type SelectProps } from "./select.tsx"
import { SuggestingInput } from "./suggesting-input.tsx"

type ReferenceField = Extract<Field, { kind: "reference" }>
type Props = Omit<SelectProps, "choices" | "isRequired"> & {
  field: ReferenceField
  values: Values
  placeholder?: string | undefined
}

/** A reference to an object: the person chooses one from a list, or types a name or number with the newest ones as suggestions. */
export const Reference = ({ values, ...props }: Props) =>
  props.field.isTyped ? <TypedReference {...props} /> : <ChosenReference {...props} values={values} />

type Row = Record<string, unknown> & { _id: string }

function ChosenReference({ field, values, ...props }: Props) {
  const { route, query = {}, describe, of } = field
  const owner = usePaused(of ? textOf(values, of).trim() : "")
  const rows = useQuery({
    queryKey: [route, "all", query, of, owner],
    queryFn: () =>
      readAll(
        page => request(route, { ...(page as object), ...query, ...(of && { [of]: owner }) }) as Promise<{ data: Row[]; hasMore: boolean }>,
      ),
    enabled: of === undefined || owner !== "",
    retry: false, // there may be no contact with this name yet
  })
  return (
    <Select
      {...props}
      isRequired={isRequired(field, values)}
      choices={withChosen((rows.data ?? []).map(describe), props.value, rows.isPending)}
    />
  )
}

/** Suggests the hundred newest objects, and searches for the typed text. */
function TypedReference({ field, ...props }: Omit<Props, "values">) {
  const { route, query = {}, describe, searches } = field
  const rows = useQuery({
    queryKey: [route, "choices", query],
    queryFn: () => request(route, { ...query, limit: 100 }) as Promise<{ data: Record<string, unknown>[] }>,
  })
  const text = useDeferredValue(props.value.trim())
  const found = useFound(searches, text).data ?? []
  const newest = (rows.data?.data ?? []).map(describe).filter(({ value, label }) => fits(`${value} ${label}`, text))
  const choices = [...found, ...newest.filter(({ value }) => !found.some(each => each.value === value))]
  const isWhole = choices.some(({ value }) => value === props.value)
  return <SuggestingInput {...props} choices={isWhole ? [] : choices} />
}

/** A stored value that is no longer listed, such as a closed account, can still be chosen. */
const withChosen = (choices: Choice[], value: string, isPending: boolean): Choice[] =>
  value === "" || isPending || choices.some(choice => choice.value === value) ? choices : [{ value, label: value }, ...choices]
