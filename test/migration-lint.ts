// What a migration may do while other processes use the database. Only forms that are known to be safe are allowed.
import assert from "node:assert/strict"

/**
 * `created` are the tables of this file. Nobody uses them yet, so everything is allowed with them. `added` are its new columns, and
 * `earlier` is the text of all files before.
 */
type Place = { created: string[]; added: string[]; earlier: string }
type Rule = { form: RegExp; refuse?: (match: RegExpExecArray, place: Place) => string | false }

const isNew = (name: string, { created }: Place) => created.includes(name)
const literal = /^(-?\d+(\.\d+)?|'[^']*'|true|false|null|now\(\))(::\w+(\[\])?)?$/

const onlyNew =
  (why: string) =>
  ([, table = ""]: RegExpExecArray, place: Place) =>
    !isNew(table, place) && why

/** A new column must be there at once, without reading the rows, and rows of versions that do not know it must pass. */
function refuseColumn([, table = "", rest = ""]: RegExpExecArray, place: Place): string | false {
  if (isNew(table, place)) return false
  const [, value] = /\bdefault (.+?)(?= not null| check| references| unique| primary| collate|$)/.exec(rest) ?? []
  if (value !== undefined && !literal.test(value)) return `the default ${value} may rewrite the table: use a constant`
  if (/\bnot null\b/.test(rest) && value === undefined) return "earlier versions insert rows without it: give it a default"
  if (/\bgenerated\b|\bserial\b/.test(rest)) return "a generated column rewrites the table"
  if (/\b(unique|primary key)\b/.test(rest)) return "a unique column needs an index, which is built while the table is locked"
  if (/\b(check|references)\b/.test(rest)) return "the constraint reads the whole table: add it in a statement of its own, not valid"
  return false
}

function refuseConstraint([, table = "", rest = ""]: RegExpExecArray, place: Place): string | false {
  if (isNew(table, place)) return false
  if (/ using index /.test(rest)) return "earlier versions may write rows that break it: use a step of the kind contract"
  if (!rest.endsWith(" not valid"))
    return "it reads the whole table while that is locked: add it not valid, and validate it in a later migration"
  return (
    !place.added.some(column => new RegExp(`\\b${column}\\b`).test(rest)) &&
    "earlier versions may write rows that break it: an expand step may only check columns that it adds"
  )
}

const name = String.raw`(?:if not exists )?(\w+)`
/** Both kinds may do this. */
const common: Rule[] = [
  { form: /^comment on / },
  { form: /^create table (?:if not exists )?\w+ \(/ },
  { form: /^select protect\('(\w+)'/, refuse: onlyNew("policies on a table that is in use lock it and may hide its rows") },
  { form: new RegExp(`^create (?:unique )?index ${name} on (\\w+)`), refuse: refuseIndex },
  { form: /^create index concurrently if not exists \w+ on \w+/ },
  { form: /^alter table \w+ validate constraint \w+$/ },
  { form: /^alter table (\w+) add constraint (.+)$/, refuse: refuseConstraint },
  { form: /^alter table (\w+) add (?:column )?(?!constraint)(?:if not exists )?(\w+ .+)$/, refuse: refuseColumn },
  { form: /^create function / },
  { form: /^create view / },
  { form: /^create trigger \w+ (?:before|after) [\w\s]+ on \w+ / },
  { form: /^insert into (\w+) .*\bvalues\b/, refuse: onlyNew("rows of a table that is in use are written by a job") },
]

function refuseIndex([, , table = ""]: RegExpExecArray, place: Place): string | false {
  return !isNew(table, place) && "writes wait until the index is built: create it concurrently if not exists, in a file of its own"
}

/** Once no earlier version runs, this may go, too. The processes of this version go on. */
const contracting: Rule[] = [
  { form: /^drop index concurrently if exists \w+$/ },
  { form: /^create unique index concurrently if not exists \w+ on \w+/ },
  { form: /^drop (?:table|view|function|trigger) / },
  { form: /^alter table \w+ drop (?:column|constraint) \w+$/ },
  { form: /^alter table \w+ alter (?:column )?\w+ (?:drop default|drop not null|set default .+)$/ },
  { form: /^alter table (\w+) alter (?:column )?(\w+) set not null$/, refuse: refuseNotNull },
  { form: /^alter table \w+ add constraint \w+ (?:unique|primary key) using index \w+$/ },
  { form: /^alter table \w+ add constraint .+ not valid$/ },
]

/** PostgreSQL reads the whole table under a lock, unless a valid check says the same already. */
function refuseNotNull([, table = "", column = ""]: RegExpExecArray, { earlier }: Place): string | false {
  const check = `${table}_${column}_present`
  const isAdded = new RegExp(`constraint ${check} check \\(${column} is not null\\) not valid`).test(earlier)
  const isValid = new RegExp(`alter table ${table} validate constraint ${check};`).test(earlier)
  return !(isAdded && isValid) && `it reads the whole table while that is locked: add and validate the check ${check} in earlier migrations`
}

/** Says what is wrong with each statement of a file that is applied while others use the database. */
export function problemsOf(text: string, earlier: string): string[] {
  const [, kind] = /^-- (expand|contract|exclusive)\n/.exec(text) ?? []
  if (kind === undefined) return ["the first line declares no kind: -- expand, -- contract or -- exclusive"]
  if (kind === "exclusive") return []
  const statements = statementsOf(text)
  const find = (form: RegExp) => statements.flatMap(statement => form.exec(statement)?.[1] ?? [])
  const created = find(/^create table (?:if not exists )?(\w+)/)
  const added = find(/^alter table \w+ add (?:column )?(?!constraint)(?:if not exists )?(\w+) /)
  const rules = kind === "contract" ? [...contracting, ...common] : common
  const problems = statements.flatMap(statement => problemOf(statement, rules, { created, added, earlier }) ?? [])
  return [...problems, ...problemsOfFile(statements, created)]
}

function problemOf(statement: string, rules: Rule[], place: Place): string | undefined {
  for (const { form, refuse } of rules) {
    const match = form.exec(statement)
    const reason = match && (refuse?.(match, place) || undefined)
    if (match) return reason === undefined ? undefined : `${statement.slice(0, 80)}: ${reason}`
  }
  return `${statement.slice(0, 80)}: not known to be safe beside other processes; if it is not, declare the migration exclusive`
}

/** Locks are kept until the end of the file. */
function problemsOfFile(statements: string[], created: string[]): string[] {
  const problems: string[] = []
  if (statements.length > 1 && statements.some(statement => /^\w+ (?:unique )?index concurrently/.test(statement)))
    problems.push("a concurrent index needs a file of its own, because it can't be built in a transaction")
  const altered = new Set(
    statements.flatMap(statement => /^alter table (\w+)/.exec(statement)?.[1] ?? []).filter(each => !created.includes(each)),
  )
  if (altered.size > 1) problems.push(`it locks ${[...altered].join(" and ")}: alter one table in each file`)
  const validating = statements.filter(statement => / validate constraint /.test(statement))
  if (validating.length > 0 && validating.length < statements.length)
    problems.push("validating reads the whole table: do it in a file of its own, so that no lock is kept meanwhile")
  return problems
}

/** The statements of a file without comments, each on one line. Semicolons in strings and bodies of functions end none. */
function statementsOf(sql: string): string[] {
  const tokens = sql.match(/--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[^]*?\$\1\$|;|[^;'$-]+|[$-]/g) ?? []
  const statements = [""]
  for (const token of tokens.filter(each => !each.startsWith("--")))
    if (token === ";") statements.push("")
    else statements.push(statements.pop()! + token)
  return statements.map(statement => statement.replace(/\s+/g, " ").trim().toLowerCase()).filter(Boolean)
}

export function assertSafe(file: string, text: string, earlier: string) {
  assert.deepEqual(problemsOf(text, earlier), [], file)
}
