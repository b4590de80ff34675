import type { LucideIcon } from "lucide-react"
import type { ReactNode } from "react"
import type { Field, Values } from "../lib/form.ts"

/** What every object of the API has. */
export type Row = { _id: string; createdAt: string; status?: string }

export type Column<T> = {
  header: string
  /** What `sort` takes, where the API sorts by it. */
  sort?: string
  isNumber?: boolean
  cell(row: T): ReactNode
}

/** A verb of the object: `POST /v1/{path}/{id}/{action}`. */
export type ActionForm<T> = {
  label: string
  icon?: LucideIcon
  isDanger?: boolean
  /** What will happen, before it happens. */
  about?(row: T): string
  fields?: readonly Field[]
  /** The words of its button, with the amount where money moves. */
  submit?(row: T, values: Values): string
  done?: string
}

export type CreateForm = {
  label: string
  needs: string
  about?: string
  fields: readonly Field[]
  submit?(values: Values): string
  /** Where it is not `POST /v1/{path}/create`. */
  route?: string
  toInput?(input: Record<string, unknown>): Record<string, unknown>
  /** A secret that is shown once, such as an API key. */
  reveals?(created: Record<string, unknown>): { label: string; value: string }
}

/** One resource of the dashboard: its list, its object page and its forms. The pages themselves are written once. */
export type Resource<T extends Row = Row> = {
  /** In the address and in the API: `payouts` is /payouts and GET /v1/payouts. */
  path: string
  /** Where the API's path differs, such as `dev/webhooks`. */
  api?: string
  /** The key inside `data` that holds the rows, for the approval lists. */
  under?: string
  noun: string
  title: string
  about: string
  icon: LucideIcon
  needs: string
  tabs?: { field: string; values: readonly string[] }
  filters?: readonly Field[]
  /** What to filter by for what was typed into the search field; undefined where it can't be found so. */
  search?: { placeholder: string; filter(text: string): Record<string, string> }
  columns: readonly Column<T>[]
  /** On a phone: a first line, a second one, and what stands at the right. */
  summary(row: T): { first: ReactNode; second: ReactNode; end: ReactNode }
  /** The columns of the CSV file, by the path of each field. */
  csv: readonly string[]
  empty: string
  create?: CreateForm
  object?: {
    heading(row: T): ReactNode
    subheading?(row: T): ReactNode
    name(row: T): string
    facts(row: T): [label: string, value: ReactNode][]
    actions?: Record<string, ActionForm<T>>
    /** What only this resource shows, above the timeline. */
    Body?(props: { row: T }): ReactNode
    /** Resources whose API has no timeline. */
    hasNoTimeline?: true
  }
}

/** Checks a resource against its row type; the pages take any resource. */
export const defineResource = <T extends Row>(resource: Resource<T>): Resource => resource

export const apiPath = ({ api, path }: Pick<Resource, "api" | "path">) => api ?? path
