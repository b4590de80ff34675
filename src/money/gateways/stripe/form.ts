/** Parameters as Stripe reads them: `a[b]=1&list[0]=x`. What is undefined is left out. */
export function encodeForm(params: object): string {
  return entriesOf("", params)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&")
}

type Value = string | number | boolean | null | undefined | object

function entriesOf(prefix: string, value: Value): [string, string][] {
  if (value === undefined) return []
  if (value === null) return [[prefix, ""]]
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return [[prefix, String(value)]]
  return Object.entries<Value>({ ...value }).flatMap(([name, each]) => entriesOf(prefix === "" ? name : `${prefix}[${name}]`, each))
}
