// Exports of ledger and audit log, the program that verifies them, and random ways to change an export.
import assert from "node:assert/strict"
import type { Any, Caller } from "./harness.ts"

/** The program has no types, because it is one file for everybody's Node. */
export const verifierOf = (): Promise<Any> => import(String(new URL("../bin/countersign-verify.mjs", import.meta.url)))

export async function exportOf(baseUrl: string, { keys }: Caller & { keys: { tenantId: string; apiKey: string } }): Promise<string[]> {
  const headers = { authorization: `ApiKey ${keys.apiKey}`, "x-tenant-id": keys.tenantId }
  const response = await fetch(`${baseUrl}/v1/checkpoints/export`, { headers })
  const text = await response.text()
  assert.equal(response.status, 200, text)
  assert.equal(text.at(-1), "\n")
  return text.slice(0, -1).split("\n")
}

/** The same numbers from 0 to below `n` for the same seed. */
export function randomFrom(seed: number) {
  let state = seed
  return (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}
type Random = ReturnType<typeof randomFrom>

/** Lines, and between which lines the verifier must report a problem: where the change is, up to the next checkpoint. */
type Tampered = { kind: string; tampered: (string | Buffer)[]; from: number; to: number }

const isCheckpoint = (line: string | undefined) => line?.startsWith('{"type":"checkpoint"') ?? false

const kinds: Record<string, (random: Random, lines: readonly string[]) => { at: number; tampered: (string | Buffer)[] }> = {
  "a changed byte"(random, lines) {
    const at = random(lines.length)
    return { at, tampered: (lines as (string | Buffer)[]).with(at, changeByte(random, lines[at]!)) }
  },
  "a removed line"(random, lines) {
    const at = random(lines.length)
    return { at, tampered: lines.toSpliced(at, 1) }
  },
  "a dropped last line": (_random, lines) => ({ at: lines.length - 1, tampered: lines.slice(0, -1) }),
  "a dropped end"(random, lines) {
    const at = 1 + random(lines.length - 1)
    return { at, tampered: lines.slice(0, at) }
  },
  "a reordered pair"(random, lines) {
    const at = random(lines.length - 1)
    return { at, tampered: lines.toSpliced(at, 2, lines[at + 1]!, lines[at]!) }
  },
  "a doubled line"(random, lines) {
    const at = random(lines.length)
    return { at, tampered: lines.toSpliced(at, 0, lines[at]!) }
  },
  "a removed checkpoint"(random, lines) {
    const all = lines.flatMap((line, i) => (isCheckpoint(line) ? [i] : []))
    const at = all[random(all.length)]!
    return { at, tampered: lines.toSpliced(at, 1) }
  },
  "a removed byte"(random, lines) {
    const at = random(lines.length)
    const place = random(lines[at]!.length)
    return { at, tampered: lines.with(at, lines[at]!.slice(0, place) + lines[at]!.slice(place + 1)) }
  },
}

function changeByte(random: Random, line: string): Buffer {
  const bytes = Buffer.from(line)
  bytes[random(bytes.length)]! ^= 1 + random(255)
  return bytes
}

export function tamperings(random: Random, lines: readonly string[]): Tampered {
  const names = Object.keys(kinds)
  const kind = names[random(names.length)]!
  const { at, tampered } = kinds[kind]!(random, lines)
  const next = lines.findIndex((line, i) => i > at && isCheckpoint(line))
  // Numbers of lines begin at 1. What is missing is noticed at the next checkpoint, or after the end.
  return { kind, tampered, from: at + 1, to: next < 0 ? lines.length + 2 : next + 2 }
}
