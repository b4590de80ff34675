import type { Command } from "commander"
import { readFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { makeDirectory } from "../../embedded/make-directory.ts"
import { writeWhole } from "../../embedded/write-whole.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { printable, valueOf } from "./cells.ts"
import { flagOf } from "./input.ts"
import { type RemoteOperation, remoteOperations } from "./operation.ts"
import { readProfiles } from "./profiles.ts"
import { pageOf } from "./run-operation.ts"
import { openSession } from "./session.ts"
import type { Terminal } from "./terminal.ts"

/** What may stand at a place of a command: words that are known, or those that are asked for at a Tab. */
export type Values = { words: readonly string[] } | { list: string }

const profiles: Values = { list: "profiles" }

/** What may follow each option of a command, by its flag. */
export function optionValues(command: Command, path: string): Map<string, Values> {
  const values = new Map<string, Values>()
  for (const { long, argChoices } of command.options) if (long && argChoices) values.set(long, { words: argChoices })
  for (const field of operationAt(path)?.fields ?? []) {
    const found = valuesOf(field)
    if (found) values.set(`--${flagOf(field.name)}`, found)
  }
  for (const { long } of command.options) if (long === "--as" || (long === "--profile" && path === "login")) values.set(long, profiles)
  return values
}

function valuesOf({ name, kind, values }: RemoteOperation["fields"][number]): Values | undefined {
  if (values) return { words: values }
  if (kind === "boolean") return { words: ["true", "false"] }
  const list = `${flagOf(name.split(".").at(-1) ?? "")}s`
  return kind === "text" && listAt(list) ? { list } : undefined
}

/** What may follow a command itself: the object that it is about, or one of a few words. */
export function argumentValues(command: Command, path: string): Values | undefined {
  const [first] = command.registeredArguments
  if (first?.argChoices) return { words: first.argChoices }
  if (first?.name() === "profile") return profiles
  const list = /^\w+ \/v1\/([\w/-]+)\/\{id\}/.exec(operationAt(path)?.route ?? "")?.[1]
  return list !== undefined && listAt(list) ? { list } : undefined
}

let byWords: Map<string, RemoteOperation> | undefined
function operationAt(path: string): RemoteOperation | undefined {
  byWords ??= new Map(remoteOperations().map(each => [each.words.join(" "), each]))
  return byWords.get(path)
}

const listAt = (list: string) => remoteOperations().find(({ route, kind }) => kind === "list" && route === `GET /v1/${list}`)

/** A person who pressed Tab waits for this. */
const answerMs = 1_000
const keptMs = 60_000
const shownRows = "50"

/** One line for each value, with what it stands for behind a tab. Nothing is said about what fails: a Tab must not fill the screen. */
export async function printValues(list: string, terminal: Terminal) {
  const lines = list === "profiles" ? profileNames(terminal) : await objectsIn(list, terminal).catch((): string[] => [])
  if (lines.length > 0) await terminal.print(`${lines.join("\n")}\n`)
}

/** A shell takes these as they are: no blank, no quote, nothing that it would expand. */
const isPlain = (word: string) => /^[\w.@+][\w.@+-]*$/.test(word)

function profileNames(terminal: Terminal): string[] {
  try {
    const stored = Object.entries(readProfiles(terminal).profiles)
    return stored.filter(([name]) => isPlain(name)).map(([name, { url }]) => `${name}\t${printable(url)}`)
  } catch {
    return []
  }
}

type Kept = { at: number; lines: string[] }

async function objectsIn(list: string, terminal: Terminal): Promise<string[]> {
  if (!listAt(list)) return []
  const { profile } = openSession(terminal, undefined)
  const path = join(cacheFolder(terminal), `${sha256(`${profile.url} ${profile.apiKey} ${list}`)}.json`)
  const kept = readKept(path)
  if (kept) return kept
  const lines = await fetchLines(`${profile.url}/v1/${list}?limit=${shownRows}`, profile).catch((): string[] => [])
  makeDirectory(dirname(path))
  writeWhole(path, JSON.stringify({ at: Date.now(), lines } satisfies Kept)) // also when it is empty, so that the next Tab does not wait
  return lines
}

const cacheFolder = ({ env }: Terminal) =>
  join(env["XDG_CACHE_HOME"] || join(env["HOME"] || homedir(), ".cache"), "countersign", "completion")

function readKept(path: string): string[] | undefined {
  try {
    const { at, lines } = JSON.parse(readFileSync(path, "utf8")) as Kept
    return Math.abs(Date.now() - at) < keptMs ? lines : undefined
  } catch {
    return undefined
  }
}

async function fetchLines(url: string, { apiKey, tenant }: { apiKey: string; tenant: string }): Promise<string[]> {
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenant }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(answerMs) })
  if (!response.ok) return []
  const { rows } = pageOf(await response.json())
  return rows.flatMap(row => {
    const id = valueOf(row, "_id")
    return typeof id === "string" && isPlain(id) ? [`${id}\t${wordsOf(row)}`] : []
  })
}

/** By what a person knows an object again: its number or name, and its status. */
function wordsOf(row: object): string {
  const texts = (names: string[]) =>
    names.map(name => valueOf(row, name)).filter((each): each is string => typeof each === "string" && each !== "")
  const [name] = texts(["number", "email", "name", "code", "url", "fileName", "type"])
  return [name ?? "", ...texts(["status"])]
    .map(each => printable(each).slice(0, 60))
    .filter(Boolean)
    .join(", ")
}
