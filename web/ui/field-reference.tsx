import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useDeferredValue } from "react"
import { request } from "../client.ts"
import type { Choice, Field } from "../lib/form.ts"
import { Select, type SelectProps } from "./select.tsx"

type ReferenceField = Extract<Field, { kind: "reference" }>
type Props = Omit<SelectProps, "choices" | "isRequired"> & { field: ReferenceField; placeholder?: string | undefined }

/** The hundred newest objects of a list, to choose from, or to complete what is typed; what is typed is also searched for. */
export function Reference({ field, ...props }: Props) {
  const { route, query = {}, describe, isTyped, isRequired, searches } = field
  const rows = useQuery({
    queryKey: [route, "choices", query],
    queryFn: () => request(route, { ...query, limit: 100 }) as Promise<{ data: Record<string, unknown>[] }>,
  })
  const found = useFound(searches, useDeferredValue(props.value.trim()))
  const newest = (rows.data?.data ?? []).map(describe)
  if (!isTyped) return <Select {...props} isRequired={isRequired} choices={withChosen(newest, props.value, rows.isPending)} />
  const listId = `${props.id}-choices`
  const choices = [...found, ...newest.filter(({ value }) => !found.some(each => each.value === value))]
  return (
    <>
      <input {...props} list={listId} autoComplete="off" onChange={event => props.onChange(event.target.value)} />
      <datalist id={listId}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** A value that is set and older than the hundred newest stays to be chosen. */
const withChosen = (choices: Choice[], value: string, isPending: boolean): Choice[] =>
  value === "" || isPending || choices.some(choice => choice.value === value) ? choices : [{ value, label: value }, ...choices]

type Found = { results: { title: string; detail: string }[] }

function useFound(type: ReferenceField["searches"], text: string): Choice[] {
  const found = useQuery({
    queryKey: ["search", type, text],
    queryFn: () => request("GET /v1/search", { query: text, type, limit: 8 }) as Promise<Found>,
    enabled: type !== undefined && text.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (found.data?.results ?? []).map(({ title, detail }) => ({ value: detail, label: title }))
}
