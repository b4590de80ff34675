import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { sha256 } from "../service/crypto.ts"
import { DatabaseFault } from "./fault.ts"

const directory = join(import.meta.dirname, "../../../migrations")

/**
 * - `expand` adds what earlier versions ignore. They run on, during the migration and after it.
 * - `contract` removes what this version does not use any more. It waits until no earlier version runs; this one works with and without it.
 * - `exclusive` is everything else. Nobody uses the database meanwhile, and earlier versions never use it again.
 */
type Kind = "expand" | "contract" | "exclusive"
export type Migration = { name: string; text: string; hash: string; kind: Kind }

/** Files before this number are older than the kinds. From it on, the first line declares the kind. */
export const firstDeclared = "0200"

const kindOf = (name: string, text: string): Kind =>
  name < firstDeclared ? "exclusive" : ((/^-- (expand|contract)\n/.exec(text)?.[1] as Kind | undefined) ?? "exclusive")

/** All migrations of this version, in the order in which they are applied. */
export const migrations: readonly Migration[] = readdirSync(directory)
  .filter(name => name.endsWith(".sql"))
  .sort()
  .map(name => {
    const text = readFileSync(join(directory, name), "utf8")
    return { name, text, hash: sha256(text), kind: kindOf(name, text) }
  })

export const latestMigration = migrations.at(-1)!.name

/** A migration that the database has. */
export type Applied = { name: string; hash: string; kind: Kind }

/** Reads them also where the table has no kinds yet. */
export const selectApplied = `
  select name, hash, coalesce(to_jsonb(m) ->> 'kind', 'exclusive') as kind from migrations m order by name collate "C"`

/** The migrations of this version that a database does not have. */
export const missingFrom = (applied: readonly { name: string }[]): Migration[] => {
  const names = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}

/** Those that this version can't work without. */
export const isRequired = ({ kind }: Migration) => kind !== "contract"
export const contractSteps = migrations.filter(({ kind }) => kind === "contract")

/** The migrations of a later version that a database has. */
export const laterThanThis = (applied: readonly Applied[]): Applied[] =>
  applied.filter(({ name }) => !migrations.some(each => each.name === name))

/** The migrations of a backup that this version does not have, or has otherwise. */
export const unknownMigrations = (recorded: readonly { name: string; hash: string }[]): string[] =>
  recorded.filter(({ name, hash }) => !migrations.some(each => each.name === name && each.hash === hash)).map(({ name }) => name)

/** After any other migration of a later version, this one would write rows that lack what that version relies on. */
export function assertMayRun(applied: readonly Applied[]) {
  const refusing = laterThanThis(applied).filter(({ kind }) => kind !== "expand")
  if (refusing.length > 0)
    throw new DatabaseFault(
      `A later version has upgraded this database: this one lacks ${refusing.map(({ name }) => name).join(", ")}. Start that version; ` +
        "to go back, restore the backup from before the upgrade into an empty database.",
    )
}
