import { InvalidArgumentError } from "commander"
import { isCellName } from "../kit/pure/cell-urls.ts"
import { isId } from "../kit/pure/id.ts"

type Schema = { safeParse(value: string): { success: boolean; data?: unknown; error?: { issues: { message: string }[] } | undefined } }

export function validated(schema: Schema) {
  return (value: string) => {
    const result = schema.safeParse(value)
    if (!result.success) throw new InvalidArgumentError(`It ${result.error?.issues[0]?.message}.`)
    return result.data
  }
}

export function oneOf<T extends string>(values: readonly T[]) {
  return (value: string) => {
    if (!values.includes(value as T)) throw new InvalidArgumentError(`It must be one of ${values.join(", ")}.`)
    return value as T
  }
}

export function connectionId(value: string) {
  if (!isId(value)) throw new InvalidArgumentError("It must be the _id of a gateway connection, 24 hexadecimal digits.")
  return value
}

export function invoiceId(value: string) {
  if (!isId(value)) throw new InvalidArgumentError("It must be the _id of an invoice, 24 hexadecimal digits.")
  return value
}

export function cellName(value: string) {
  if (!isCellName(value)) throw new InvalidArgumentError("It must be home or a name of CELL_URLS.")
  return value
}

export function wholeNumber(value: string) {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError("It must be a whole number of up to 9 digits.")
  return Number(value)
}

export function webAddress(value: string) {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ""))
    throw new InvalidArgumentError("It must be an address such as http://localhost:3000/hooks.")
  return value
}

/** Removes the last slash, because paths are appended. */
export function serviceAddress(value: string) {
  return webAddress(value).replace(/\/+$/, "")
}

export function tenantId(value: string) {
  if (!isId(value)) throw new InvalidArgumentError("It must be a tenant's id of 24 hexadecimal digits.")
  return value
}
