import type { Json } from "./state.ts"

/** Reads `a[b]=1&list[0]=x` as Stripe does. Names that are numbers make a list. */
export function decodeForm(text: string): Json {
  const result: Json = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = "", ...rest] = name.split("[").map(part => part.replace(/\]$/, ""))
    put(result, [first, ...rest], value)
  }
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, withLists(value)]))
}

function put(target: Json, [name = "", ...rest]: string[], value: string) {
  if (rest.length === 0) target[name] = value
  else {
    const inner = isObject(target[name]) ? target[name] : {}
    target[name] = inner
    put(inner, rest, value)
  }
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null

function withLists(value: unknown): unknown {
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, each]) => [name, withLists(each)] as const)
  return entries.every(([name]) => /^\d+$/.test(name)) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}
