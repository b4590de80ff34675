#!/usr/bin/env node
// Checks an export of ledger and audit log by its signed checkpoints, without network and without a dependency, on any Node from 20 on:
//   node countersign-verify.mjs <export.jsonl> --keys <keys.json or key.pem> [--checkpoint <a checkpoint that you kept>]
// It reads line by line, so its memory does not grow with the export. Exit code 0: everything is as it was signed. 1: it is not. 2: usage.
import { createHash, createPublicKey, verify as verifySignature } from "node:crypto"
import { createReadStream, readFileSync, realpathSync } from "node:fs"
import { fileURLToPath } from "node:url"

const usage = "Usage: node countersign-verify.mjs <export.jsonl> --keys <keys.json or key.pem> [--checkpoint <checkpoint.json>]"
const maxProblems = 50
/** Takes the place of the previous hash in the first link of a chain. */
const firstPreviousHash = "countersign"

const sha256 = text => createHash("sha256").update(text).digest("base64url")

/** The fields of each kind of line, in their order. A line with others was changed. */
const fields = {
  "countersign-export": "type version tenant".split(" "),
  ledger: "type seq digest entry".split(" "),
  audit: "type seq digest entry".split(" "),
  "ledger-link": "type entries hash".split(" "),
  "audit-link": "type entries hash".split(" "),
  redaction: "type entry digest redacted".split(" "),
  checkpoint: "type tenant number at ledger audit history previous keyId signature".split(" "),
}
const auditFields = "tenant id at user userType channel client address requestId operation action objectType objectId before after".split(
  " ",
)
const sameList = (a, b) => a.length === b.length && a.every((each, i) => each === b[i])

const digestOf = {
  ledger: entry => sha256(JSON.stringify(entry)),
  audit({ before, after, ...rest }) {
    return sha256(`${JSON.stringify(Object.values(rest))}\n${before ?? ""}\n${after ?? ""}`)
  },
}

/** `published` is the text of a keys.json as the service publishes it, of one of its keys, or of a PEM file. Returns keys by their ids. */
export function readKeys(published) {
  const pems = published.trimStart().startsWith("{") ? pemsIn(JSON.parse(published)) : [published]
  return new Map(
    pems.map(pem => {
      const key = createPublicKey(pem)
      const id = createHash("sha256")
        .update(key.export({ type: "spki", format: "der" }))
        .digest("hex")
        .slice(0, 16)
      return [id, key]
    }),
  )
}
const pemsIn = ({ keys, data, publicKey }) => (keys ?? data ?? [{ publicKey }]).map(key => key.publicKey)

/**
 * Checks lines, as text or as bytes. `kept` are checkpoints that somebody kept. Returns the problems, each with the number of its line, and how
 * much was checked.
 */
export async function verify(lines, keys, kept = []) {
  const state = {
    keys,
    kept,
    n: 0,
    problems: [],
    notes: [],
    tenant: undefined,
    chains: { ledger: newChain("ledger"), audit: newChain("audit log") },
    /** Audit entries that differ from their digests: an act that comes later may have redacted them. */
    changed: new Map(),
    act: undefined,
    checkpoints: 0,
    last: undefined,
    unsigned: 0,
    isInAudit: false,
  }
  for await (const bytes of lines) readLine(state, bytes)
  return conclude(state)
}

const newChain = name => ({ name, next: 1, hash: firstPreviousHash, linked: [], count: 0 })

function add(state, problem, line = state.n) {
  if (state.problems.length < maxProblems) state.problems.push({ line, problem })
}
const where = ({ last }) => (last ? `after checkpoint ${last.number}` : "before the first checkpoint")
const missing = ({ name, next }, end) =>
  end === next ? `entry ${next} of the ${name} is missing` : `the entries ${next} to ${end} of the ${name} are missing`

const handlers = {
  "countersign-export"(state, { tenant, version }) {
    state.tenant = tenant
    if (version !== 1) add(state, "this program checks exports of version 1 only; get the one of your service")
  },
  ledger: (state, line) => checkEntry(state, state.chains.ledger, line),
  audit(state, line) {
    checkEntry(state, state.chains.audit, line)
    const hash = line.entry.after?.includes('"redactionHash"') && parse(line.entry.after)?.redactionHash
    if (typeof hash === "string") state.act = { seq: line.seq, id: line.entry.id, hash, redactions: [] }
  },
  "ledger-link": (state, line) => checkLink(state, state.chains.ledger, line),
  "audit-link": (state, line) => checkLink(state, state.chains.audit, line),
  redaction(state, line) {
    if (!state.act) return add(state, "a redaction follows no entry of an act")
    const text = `${line.entry} ${line.digest} ${line.redacted}`
    if (text <= (state.act.redactions.at(-1)?.text ?? "")) add(state, "a redaction is out of order")
    state.act.redactions.push({ ...line, text })
  },
  checkpoint: checkCheckpoint,
}

function readLine(state, bytes) {
  state.n++
  const text = typeof bytes === "string" ? bytes : decode(bytes)
  const line = text === undefined ? undefined : parse(text)
  const problem = shapeProblem(line, text, state.n)
  if (problem) return add(state, problem)
  if (line.type !== "redaction") endAct(state)
  if (line.type !== "checkpoint") state.unsigned++
  if (line.type.startsWith("ledger") && state.isInAudit) add(state, "the ledger comes before the audit log: the line is out of order")
  if (line.type.startsWith("audit")) state.isInAudit = true
  return handlers[line.type](state, line)
}

function checkEntry(state, chain, { type, seq, digest, entry }) {
  const name = `${chain.name} entry ${seq} (${entry.id})`
  if (seq > chain.next) add(state, `${missing(chain, seq - 1)}, ${where(state)}`)
  if (seq < chain.next) add(state, `${name} is out of order: expected entry ${chain.next}`)
  chain.next = seq + 1
  chain.count++
  chain.linked.push(`${entry.id} ${digest}`)
  if (entry.tenant !== state.tenant) add(state, `${name} is of another tenant`)
  const actual = digestOf[type](entry)
  if (actual === digest) return
  if (type === "audit") state.changed.set(entry.id, { line: state.n, seq, digest, actual })
  else add(state, `${name} was changed, ${where(state)}`)
}

function checkLink(state, chain, { entries, hash }) {
  const { name, linked } = chain
  if (entries !== linked.length) add(state, `a link of the ${name} has ${linked.length} entries instead of ${entries}, ${where(state)}`)
  else if (sha256([chain.hash, ...linked].join("\n")) !== hash)
    add(state, `the link of the ${name} up to entry ${chain.next - 1}, or an entry in it, was changed, ${where(state)}`)
  Object.assign(chain, { hash, linked: [] })
}

/** The redactions of an act follow its entry, sorted. They count if the entry has a hash over exactly these. */
function endAct(state) {
  const { act, changed } = state
  state.act = undefined
  if (!act) return
  if (sha256(act.redactions.map(({ text }) => text).join("\n")) !== act.hash)
    return add(state, `the redactions of audit log entry ${act.seq} (${act.id}) before this line were changed`)
  for (const each of act.redactions) {
    const found = changed.get(each.entry)
    if (found?.digest === each.digest && found.actual === each.redacted) changed.delete(each.entry)
  }
}

function checkCheckpoint(state, { type: _type, signature, ...statement }) {
  const { number, tenant, at, ledger, audit, history, keyId } = statement
  const name = `checkpoint ${number}`
  const text = `countersign checkpoint 1\n${JSON.stringify(statement)}`
  checkPlace(state, name, statement)
  if (tenant !== state.tenant) add(state, `${name} is of another tenant`)
  const problem = signatureProblem(state.keys, keyId, text, signature)
  if (problem) add(state, `${name} ${problem}`)
  checkCovered(state, state.chains.ledger, name, ledger)
  checkCovered(state, state.chains.audit, name, audit)
  const from = history.restoredFrom ?? "an unknown time"
  if (state.last && state.last.history !== history.id) state.notes.push(`A backup of ${from} was restored before ${name}.`)
  for (const each of state.kept.filter(other => other.number === number && other.text !== text))
    add(
      state,
      each.history === history.id
        ? `${name} differs from the one that you kept: there are two histories`
        : `${name} differs from the one that you kept, because a backup of ${from} was restored`,
    )
  state.checkpoints++
  Object.assign(state, { unsigned: 0, isInAudit: false })
  state.last = { number, at, keyId, hash: sha256(text), history: history.id }
}

function checkPlace(state, name, { number, previous }) {
  const expected = (state.last?.number ?? 0) + 1
  if (number > expected)
    add(state, expected === number - 1 ? `checkpoint ${expected} is missing` : `the checkpoints ${expected} to ${number - 1} are missing`)
  else if (number < expected) add(state, `${name} is out of order: expected checkpoint ${expected}`)
  else if (previous !== (state.last?.hash ?? null)) add(state, `${name} does not follow from the one before it: one of the two was changed`)
}

/** What a checkpoint says of a chain, and what the lines before it are. */
function checkCovered(state, chain, checkpoint, signed) {
  const end = chain.next - 1
  const since = `since checkpoint ${state.last?.number ?? 0}`
  if (chain.linked.length > 0) add(state, `the last ${chain.linked.length} entries of the ${chain.name} before ${checkpoint} have no link`)
  else if (end < signed.entries) add(state, `${missing(chain, signed.entries)} before ${checkpoint}`)
  else if (end > signed.entries) add(state, `${checkpoint} covers ${signed.entries} entries of the ${chain.name}, and there are ${end}`)
  else if (chain.hash !== signed.hash) add(state, `the ${chain.name} ${since} is not what ${checkpoint} has signed`)
  Object.assign(chain, { next: signed.entries + 1, hash: signed.hash, linked: [] })
}

function signatureProblem(keys, id, text, signature) {
  const key = keys.get(id)
  if (!key) return `is signed by the key ${id}, which is not among yours: ${[...keys.keys()].join(", ")}`
  const bytes = Buffer.from(signature, "base64url")
  const isRight = bytes.toString("base64url") === signature && verifySignature(null, Buffer.from(text), key, bytes)
  return isRight ? undefined : "or its signature was changed"
}

function conclude(state) {
  const { changed, chains, last, kept, unsigned, notes, checkpoints, tenant } = state
  state.n++
  endAct(state)
  const hint = "If somebody was erased since the last checkpoint, take another one and export again"
  for (const [id, { line, seq }] of changed) add(state, `audit log entry ${seq} (${id}) was changed. ${hint}`, line)
  if (!last) add(state, "the export has no checkpoint, so nothing in it is signed")
  else if (unsigned > 0)
    add(state, `the last ${unsigned} lines come after checkpoint ${last.number}: the checkpoint that covers them is missing`)
  const latest = kept.reduce((max, { number }) => Math.max(max, number), 0)
  if (last && latest > last.number)
    add(state, `the export ends at checkpoint ${last.number}, and you kept checkpoint ${latest}: what comes after it is missing`)
  const problems = state.problems.toSorted((a, b) => a.line - b.line)
  return { ok: problems.length === 0, problems, notes, tenant, checkpoints, last, ledger: chains.ledger.count, audit: chains.audit.count }
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
function decode(bytes) {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Every byte of a line counts: one that is not written as the service writes JSON was changed, too. */
function shapeProblem(line, text, n) {
  if (line === undefined || line === null || JSON.stringify(line) !== text)
    return "the line was changed: it is not JSON as the service writes it"
  const expected = Object.hasOwn(fields, line.type) ? fields[line.type] : undefined
  if (!expected) return "the line was changed: its type is unknown"
  const isEntry = line.type === "ledger" || line.type === "audit"
  if (isEntry && (typeof line.entry !== "object" || line.entry === null)) return "the line was changed: its entry is no object"
  if (!hasTexts(line)) return "the line was changed: one of its values is no text"
  const named = line.type === "audit" ? sameList(Object.keys(line.entry), auditFields) : true
  if (!named || !sameList(Object.keys(line), expected)) return "the line was changed: its fields are not those of an export"
  if ((line.type === "countersign-export") !== (n === 1)) return "the first line, and no other, must say what the file is"
  if (line.type === "checkpoint" && !(line.ledger && line.audit && line.history)) return "the line was changed: the checkpoint is not whole"
  return undefined
}

/** A list or a number would have the same hash as its text, and an empty text the same as null, which the service never writes. */
function hasTexts({ type, entry, digest, redacted, signature }) {
  const isText = value => typeof value === "string"
  if (type === "audit") return [entry.before, entry.after].every(value => value === null || (isText(value) && value !== ""))
  if (type === "redaction") return [entry, digest, redacted].every(isText)
  return type !== "checkpoint" || isText(signature)
}

/** The lines of a file as bytes, without their ends. The last one must have an end, too. */
async function* linesOf(path) {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      yield bytes.subarray(0, end)
      bytes = bytes.subarray(end + 1)
    }
    rest = bytes
  }
  if (rest.length > 0) yield Buffer.concat([rest, Buffer.from("\n")]) // no line of JSON as the service writes it
}

/** A checkpoint, or a list of them, as the service publishes them. */
export function readKept(text) {
  const content = JSON.parse(text)
  const all = Array.isArray(content.data) ? content.data : [content.data ?? content]
  if (all.length === 0) throw new Error("The file that you kept has no checkpoint.")
  return all.map(each => {
    const { tenant, number, at, ledger, audit, history, previous, keyId } = each
    const statement = JSON.stringify({ tenant, number, at, ledger, audit, history, previous, keyId })
    return { number, history: history.id, text: `countersign checkpoint 1\n${statement}` }
  })
}

async function main(args) {
  const option = name => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined)
  const [keysFile, keptFile] = [option("--keys"), option("--checkpoint")]
  const [file, ...others] = args
  if (!file || !keysFile || others.length > 0) {
    console.error(usage)
    return 2
  }
  const read = (path, what) => what(readFileSync(path, "utf8"))
  const report = await verify(linesOf(file), read(keysFile, readKeys), keptFile ? read(keptFile, readKept) : [])
  for (const note of report.notes) console.log(note)
  for (const { line, problem } of report.problems) console.log(`${file}:${line}: ${problem}`)
  if (!report.ok) return 1
  const { ledger, audit, checkpoints, tenant, last } = report
  console.log(
    `Everything is as it was signed: ${ledger} ledger entries and ${audit} audit log entries of tenant ${tenant}, ` +
      `by ${checkpoints} checkpoints, the last one of ${last.at} by the key ${last.keyId}.`,
  )
  return 0
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
