import type { LucideIcon } from "lucide-react"
import type { ComponentType, ReactNode } from "react"
import type { CsvCell } from "../../src/kit/pure/csv.ts"
import type { Output } from "../client.ts"
import type { ActionOf, FilterOf, InputOf, OneFilterOf, PathIn, ResourceKey, RowOf } from "../lib/api-types.ts"
import type { Field, Values } from "../lib/form.ts"
import type { Story } from "./entry.ts"
import type { StoryPart } from "./story.ts"

type EntityType = Output<"GET /v1/approvals/requests/{id}">["entityType"]

/** What every object of the API has. */
export type Row = { _id: string; createdAt: string; status?: string }

export type Column<T, Sort extends string = string> = {
  /** Its name in saved views, whatever the language of the header. */
  id: string
  header: string
  /** The value of `sort`, if the API sorts by it. */
  sort?: Sort
  isNumber?: boolean
  /** Hidden in a narrow window, so that the more important columns fit. */
  isExtra?: boolean
  cell(row: T): ReactNode
}

/** A verb of the object: `POST /v1/{key}/{id}/{action}`. */
export type ActionForm<T> = {
  label: string
  icon?: LucideIcon
  isDanger?: boolean
  /** Says what will happen. */
  about?(row: T): ReactNode
  fields?: readonly Field[]
  /** Instead of `fields`, if the form starts with the object's values. */
  fieldsOf?(row: T): readonly Field[]
  /** Sends only the changed fields, and clears emptied ones. */
  isEdit?: true
  /** It takes the same input for any object, so a list offers it for several at once. */
  isBulk?: true
  toInput?(input: Record<string, unknown>, row: T): Record<string, unknown>
  /** For actions that `GET …/actions` does not list, such as `items/create`: whether it is possible now, and the permission it needs. */
  unlisted?: { needs: string; isPossible(row: T): boolean }
  /** The label of its button, with the amount if money moves. */
  submit?(row: T, values: Values): string
  done?: string
  /** Instead of the form, if its fields must be looked up. */
  Dialog?(props: { row: T; onClose(): void }): ReactNode
}

/** The form of `POST /v1/{key}/create`, whose fields that takes. `Own` are others, which `toInput` leaves out or makes something of. */
export type CreateForm<K extends ResourceKey, Own extends string = never> = [Own] extends [never]
  ? AnyCreateForm<InputOf<K>>
  : ConvertedForm<InputOf<K> | Own>
type ConvertedForm<Name extends string = string> = AnyCreateForm<Name> & Required<Pick<AnyCreateForm, "toInput">>
type AnyCreateForm<Name extends string = string> = {
  about?: string
  fields: readonly Field<Name>[]
  /** A hook: the fields, if their choices must be looked up. */
  useFields?(): readonly Field<Name>[]
  submit?(values: Values): string
  /** Where it is not `POST /v1/{key}/create`. */
  route?: string
  toInput?(input: Record<string, unknown>): Record<string, unknown>
  /** A secret that is shown once, such as an API key; undefined if the person chose it. */
  reveals?(created: Record<string, unknown>, input: Record<string, unknown>): { label: string; value: string } | undefined
  /** Instead of the form, if its fields must be looked up. */
  Dialog?(props: { isOpen: boolean; values: Values; onClose(): void }): ReactNode
}

/** The newest rows of another list, by a filter: the payments of a contact. */
export type RelatedList = { title: string; to: ResourceKey; filter: Record<string, string> }

/** One resource of the dashboard: its words and its list. All resources share the code of the pages. */
export type Resource<T extends Row = Row> = {
  /** Its route in the API: `payment-intents` of `GET /v1/payment-intents`. */
  key: ResourceKey
  /** Its address in the dashboard: `payments` of `/payments`. */
  path: string
  /** What its events and audit entries begin with: `paymentIntents` of `paymentIntents.update`. */
  event?: string
  /** What its numbers begin with: `PI` of `PI-000123`. */
  numberPrefix?: string
  /** What its entries of the audit log say, where that is more than its statuses. */
  story?: Story
  /** How requests for approval name it, where a policy can hold it; with other words or another icon than its own. */
  approval?: {
    type: EntityType
    label?: string
    icon?: LucideIcon
    /** What its form begins with to ask for the same again; undefined where it is not asked for by its form. */
    again?(row: T): Values | undefined
  }
  noun: string
  title: string
  about: string
  icon: LucideIcon
  needs: string
  tabs?: { field: string; values: readonly string[] }
  filters?: readonly Field[]
  /** The fields of the date filters, with their labels; by default the creation date. */
  dates?: readonly (readonly [field: string, label: string])[]
  search?: {
    placeholder: string
    /** Turns a typed text into filters; undefined if the text may be a name, which is then searched for. */
    filter(text: string): object | undefined
    /** Whose names are searched, and the filter that takes the ids of the matches. */
    names?: { type: "contacts" | "partnerships"; field: string }
  }
  columns: readonly Column<T>[]
  /** Rows that a person can open below a row, such as the installments of a plan: the filter that lists them; undefined for other rows. */
  parts?: { title: string; filter(row: T): Record<string, string> | undefined }
  /** On a phone: the first line, the second line, and the content at the right. */
  summary(row: T): { first: ReactNode; second: ReactNode; end: ReactNode }
  /** The columns of the CSV file, by the path of each field. */
  csv: readonly string[]
  /** In the CSV files of others: the columns that have its id, and what stands beside it, such as `contactName`. */
  csvNames?: { columns: readonly string[]; names: readonly string[]; cells(row: T): readonly CsvCell[] }
  empty: ReactNode
  /** The parts of the list's page that only this resource has, above and below the list. */
  Above?: ComponentType
  Below?: ComponentType
  /** The button of the form that creates one; the form itself is in its details. */
  create?: { label: string; needs: string }
  /** Its objects have a page, which is in its details. */
  object?: {
    name(row: T): string
    /** Its name on other pages, if it differs. */
    label?(row: T): string
    /** Its name is no identifier: another object may have the same. */
    hasNoNumber?: true
    /** Resources whose API has no timeline. */
    hasNoTimeline?: true
  }
}

/** How a list calls one of its rows: by its name, or by its id where it has no page. */
export const rowName = ({ object, noun }: Resource, row: Row) => object?.name(row) ?? `${noun} ${row._id}`

/** The parts of a resource that its list does not need. They are loaded when one of them is first used. */
export type Details = { create?: AnyCreateForm; page?: ObjectPage }
export type AllDetails = { readonly [K in ResourceKey]?: Details & { create?: CreateForm<K> | ConvertedForm } }

/** The page of one object. */
export type ObjectPage<T extends Row = Row> = {
  heading(row: T): ReactNode
  /** With `asOf` the row is as it was known then. */
  subheading?(row: T, asOf?: string): ReactNode
  /** A hook: the name on its own page, with parts that must be looked up. */
  useName?(row: T): string
  /** Facts without a value are not shown. */
  facts(row: T, asOf?: string): [label: string, value: ReactNode][]
  /** What the page can show as it was known at an earlier time: all of the object, or its account alone. */
  past?: "object" | "account"
  actions?: { readonly [action: string]: ActionForm<T> | undefined }
  /** Values to copy from a row of the list, besides the id. */
  copies?(row: T): readonly [label: string, value: string][]
  /** Further buttons before those, with dialogs that are more than a form. */
  Actions?(props: { row: T }): ReactNode
  /** A page that replaces the common one; it reads the id from the address. */
  Page?: ComponentType
  /** A hook: other objects whose entries belong to the activity of this one, such as the charges of a payment. */
  useParts?(row: T): readonly StoryPart[]
  /** Lists of other objects that belong to it. */
  related?(row: T): readonly RelatedList[]
  /** The part of the page that only this resource has, above the timeline. */
  Body?(props: { row: T }): ReactNode
}

/** The verbs of a resource that have a form. */
export type Actions<K extends ResourceKey> = { readonly [A in ActionOf<K>]?: ActionForm<Declared<K>> }

/** A resource as it is declared: every field that it names must be in the API. */
type Definition<K extends ResourceKey, T extends Row = Declared<K>> = Omit<
  Resource<T>,
  "key" | "path" | "tabs" | "filters" | "dates" | "search" | "columns" | "parts" | "csv"
> & {
  /** Its address, if that is not its key. */
  path?: string
  tabs?: { field: FilterOf<K>; values: readonly string[] }
  filters?: readonly Field<FilterOf<K>>[]
  dates?: readonly (readonly [field: DateOf<K>, label: string])[]
  search?: {
    placeholder: string
    filter(text: string): OneFilterOf<K> | undefined
    names?: { type: "contacts" | "partnerships"; field: FilterOf<K> }
  }
  columns: readonly Column<T, PathIn<T>>[]
  parts?: { title: string; filter(row: T): OneFilterOf<K> | undefined }
  csv: readonly PathIn<T>[]
}
type PageDefinition<K extends ResourceKey> = Omit<ObjectPage<Declared<K>>, "actions" | "related"> & {
  actions?: Actions<K>
  related?(row: Declared<K>): readonly RelatedTo[]
}
type RelatedTo = { [K in ResourceKey]: { title: string; to: K; filter: OneFilterOf<K> } }[ResourceKey]
type Declared<K extends ResourceKey> = RowOf<K> & Row
/** A field that the list filters by a period. */
type DateOf<K extends ResourceKey, F = FilterOf<K>> = F extends `${infer D}[gte]` ? D : never

/** Checks a resource against the API; the pages take any resource. */
export const defineResource = <const K extends ResourceKey>(key: K, definition: Definition<K>): Resource => ({
  key,
  path: key,
  ...definition,
})

/** Checks the page of a resource's objects against the API. */
export const definePage = <K extends ResourceKey>(page: PageDefinition<K>): ObjectPage => page
