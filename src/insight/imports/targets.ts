import type { ImportKind } from "./values.ts"

/** How the text of a cell becomes a value. A reference is also looked up among the keys of earlier imports of that kind. */
type CellType = PlainType | ReferenceType
type PlainType = "text" | "word" | "email" | "amount" | "time" | "deadline" | "day" | "integer" | "boolean" | "percent" | "currency"
type ReferenceType = { reference: ImportKind }

/** A field that a column can be mapped to, and the names of columns that are guessed to mean it, in small letters without signs. */
export type Target = { type: CellType; names: readonly string[] }
type Targets = Readonly<Record<string, Target>>

const text = (...names: string[]): Target => ({ type: "text", names })
const typed = (type: CellType, ...names: string[]): Target => ({ type, names })

const contact = typed({ reference: "contacts" }, "customer id", "contact", "customer", "contact id", "customer email", "contact email")
const currency = typed("currency", "currency", "moeda", "waehrung", "divisa")
const amount = typed("amount", "amount", "price", "total", "amount due", "betrag", "valor", "importe")
const line = {
  amount,
  currency,
  quantity: typed("integer", "quantity", "qty"),
  name: text("name", "item", "line", "product name", "product", "plan name"),
  category: text("category"),
  service: typed({ reference: "services" }, "service", "price id", "plan", "plan id"),
  supplier: typed({ reference: "partnerships" }, "supplier", "partner"),
  taxRate: text("tax rate", "tax percent", "vat rate"),
  description: text("description", "memo"),
}

/** The fields of each kind. Each also takes `externalId` and `metadata.<name>`. */
export const targets: Readonly<Record<ImportKind, Targets>> = {
  contacts: {
    email: typed("email", "email", "e mail", "email address", "customer email"),
    name: text("name", "full name", "customer name", "contact name"),
    firstName: text("first name", "given name", "vorname", "nome"),
    lastName: text("last name", "family name", "surname", "nachname", "sobrenome"),
    phone: text("phone", "phone number", "telephone", "mobile"),
    locale: text("locale", "language"),
  },
  partnerships: {
    name: text("name", "partner", "partner name", "company"),
    code: text("code", "partner code"),
    kind: typed("word", "kind", "type"),
    email: typed("email", "email", "e mail", "email address"),
    country: text("country", "country code"),
    currency,
    sharePercent: typed("percent", "share", "share percent", "percentage", "commission"),
    shareAmount: typed("amount", "share amount", "fixed share"),
    locale: text("locale", "language"),
  },
  services: {
    name: text("name", "service", "product name", "product", "title"),
    description: text("description"),
    category: text("category"),
    amount: typed("amount", "amount", "price", "unit price"),
    currency,
    supplier: typed({ reference: "partnerships" }, "supplier", "partner"),
    taxRate: text("tax rate", "tax percent", "vat rate"),
  },
  "payment-intents": {
    contact,
    ...line,
    dueAt: typed("deadline", "due", "due at", "due date", "due date utc", "faellig am", "vencimento"),
    reference: text("reference", "invoice", "invoice number", "number"),
  },
  subscriptions: {
    contact,
    ...line,
    every: typed("integer", "every", "interval count"),
    unit: typed("word", "unit", "interval", "billing interval", "period"),
    startAt: typed("time", "start at", "next cycle", "next payment", "current period end", "current period end utc"),
    endAt: typed("time", "end at", "ends"),
    cycles: typed("integer", "cycles", "installments"),
    dueAfterDays: typed("integer", "due after days", "days until due"),
    mode: typed("word", "mode"),
    chargeBy: typed("word", "charge by"),
    authorization: typed({ reference: "authorizations" }, "mandate", "authorization"),
  },
  authorizations: {
    contact,
    holder: text("holder", "account holder", "account holder name"),
    country: text("country", "bank country"),
    currency,
    iban: text("iban"),
    bic: text("bic", "swift"),
    accountNumber: text("account number", "account"),
    routing: text("routing", "routing number", "sort code", "bsb"),
    scheme: typed("word", "scheme"),
    maxAmount: typed("amount", "max amount", "limit"),
    reference: text("reference", "mandate reference", "mandate", "umr"),
    fileScheme: typed("word", "file scheme", "sepa scheme"),
    signedOn: typed("day", "signed on", "signature date", "signed"),
    isOneOff: typed("boolean", "one off"),
    noticeDays: typed("integer", "notice days"),
    collectsDue: typed("boolean", "collects due"),
  },
}

export const externalId = "externalId"
export const metadataOf = (target: string): string | undefined => /^metadata\.(.{1,100})$/s.exec(target)?.[1]

/** The columns that hold the key of a row where none is mapped to `externalId`. Subscriptions have no name of their own. */
const naturalKeys: Partial<Record<ImportKind, string>> = {
  contacts: "email",
  partnerships: "code",
  services: "name",
  "payment-intents": "reference",
  authorizations: "reference",
}

/** The target whose cells are the keys of the rows. */
export const keyTarget = (kind: ImportKind, isGiven: (target: string) => boolean): string | undefined =>
  isGiven(externalId) ? externalId : naturalKeys[kind]

export const targetOf = (kind: ImportKind, name: string): Target | undefined => {
  if (name === externalId || metadataOf(name) !== undefined) return { type: "text", names: [] }
  return Object.hasOwn(targets[kind], name) ? targets[kind][name] : undefined
}

const plain = (column: string) =>
  column
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim()

const keyNames = ["id", "external id", "externalid", "key"]

/** Which column each field probably comes from. Stripe names the columns of metadata `plan (metadata)`. */
export function guessMapping(kind: ImportKind, columns: readonly string[]): Record<string, string> {
  const free = new Map(columns.map(column => [plain(column.replaceAll(/([a-z])([A-Z])/g, "$1 $2")), column]))
  const take = (names: readonly string[]): string | undefined => {
    const name = names.find(each => free.has(each))
    const column = name === undefined ? undefined : free.get(name)
    if (name !== undefined) free.delete(name)
    return column
  }
  const exact = Object.keys(targets[kind]).map(target => [target, take([plain(target.replaceAll(/([a-z])([A-Z])/g, "$1 $2"))])] as const)
  const known = new Map(exact)
  const fields = Object.entries(targets[kind]).map(([target, { names }]) => [target, known.get(target) ?? take(names)] as const)
  const metadata = columns.flatMap(column => {
    const name = /^(.{1,100}) \(metadata\)$/.exec(column)?.[1] ?? /^metadata\.(.{1,100})$/.exec(column)?.[1]
    return name === undefined ? [] : [[`metadata.${name}`, column] as const]
  })
  const keyed = [[externalId, take(kind === "services" ? [...keyNames, "price id", "product id"] : keyNames)] as const]
  const found = [...keyed, ...fields, ...metadata].filter((entry): entry is readonly [string, string] => entry[1] !== undefined)
  return Object.fromEntries(found)
}
