import { join } from "node:path"
import { Fault } from "../kit/service/fault.ts"

/** Why the embedded database does not run: the message says what happened and what to do. */
export class EmbeddedFault extends Fault {
  override name = "EmbeddedFault"
}

const restartAdvice = "Nothing that was acknowledged is lost; start Countersign again."

/** The messages with which PostgreSQL reports damaged files. */
const damagePatterns = [
  /database files are incompatible with server|could not find the database system/,
  /incorrect checksum in control file|invalid (primary )?checkpoint/,
  /(PANIC|FATAL):.*(could not (open|read|locate|access)|not a valid data directory|invalid data|checksum)/,
]

/** Derives the cause from the last output of initdb or the server. Changes no file. */
export function faultFromOutput(output: string, directory: string): EmbeddedFault {
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(output)) return diskFull(directory)
  if (/Read-only file system/.test(output)) return readOnly(directory)
  if (/Permission denied|has wrong ownership/.test(output)) return notWritable(directory)
  if (/has invalid permissions/.test(output)) return openToOthers(join(directory, "postgres"))
  if (damagePatterns.some(pattern => pattern.test(output))) return corrupt(directory, lastErrorLine(output))
  const reason = lastErrorLine(output)
  if (reason === "") return new EmbeddedFault(`PostgreSQL in ${directory} was killed, or ran out of memory. ${restartAdvice}`)
  return new EmbeddedFault(
    `PostgreSQL in ${directory} stopped: ${reason}. Read postgres.log there, or set DATABASE_URL to your own PostgreSQL server.`,
  )
}

/** Translates file system errors of Node in the data directory, and a full disk of PostgreSQL; returns any other error unchanged. */
export function faultFromError(error: unknown, directory: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "ENOSPC" || code === "EDQUOT" || code === "53100") return diskFull(directory)
  if (code === "EROFS") return readOnly(directory)
  if (code === "EACCES" || code === "EPERM") return notWritable(directory)
  if (code === "ENOTDIR" || code === "EEXIST")
    return new EmbeddedFault(`${directory} is not a directory. Set DATA_DIR to a directory that Countersign may write to.`)
  if (error instanceof Error && "syscall" in error && error.syscall === "mkdir")
    return new EmbeddedFault(`${directory} can't be created: ${error.message}. Set DATA_DIR to a directory that Countersign may write to.`)
  return error
}

export function corrupt(directory: string, reason: string): EmbeddedFault {
  return new EmbeddedFault(
    `The database in ${directory} is damaged: ${reason}. ` +
      "Nothing was changed; restore this directory from a backup, or set DATA_DIR to another one.",
  )
}

export function unresponsive(directory: string, pid: number): EmbeddedFault {
  return new EmbeddedFault(
    `PostgreSQL in ${directory}, process ${pid}, runs but does not answer. End it with: kill -9 ${pid}\n${restartAdvice}`,
  )
}

function diskFull(directory: string): EmbeddedFault {
  return new EmbeddedFault(
    `The disk that holds ${directory} is full. Nothing that was acknowledged is lost; free some space and start again.`,
  )
}

function openToOthers(cluster: string): EmbeddedFault {
  return new EmbeddedFault(
    `PostgreSQL does not start, because others may read or change ${cluster}. Nothing was changed; close it with: chmod 700 '${cluster}'`,
  )
}

function notWritable(directory: string): EmbeddedFault {
  const user = process.getuid?.() ?? "this user"
  return new EmbeddedFault(
    `${directory}, or something in it, is not writable for user ${user}. Change the owner, or set DATA_DIR to a directory that is.`,
  )
}

function readOnly(directory: string): EmbeddedFault {
  return new EmbeddedFault(
    `The file system that holds ${directory} is read-only. Mount it writable, or set DATA_DIR to a directory on another one. ` +
      "A disk with errors becomes read-only by itself: the kernel's log says so.",
  )
}

/** PostgreSQL logs the reason on its most severe lines; later lines only report the shutdown. */
function lastErrorLine(output: string): string {
  const lines = output.split("\n").filter(line => line.trim() !== "" && !/\b(LOG|HINT|DETAIL):/.test(line))
  const severe = lines.filter(line => /\b(PANIC|FATAL|error|postgres):/.test(line))
  return (severe.at(-1) ?? lines.at(-1) ?? "").replace(/^.*?\b(PANIC|FATAL|error|postgres):\s*/, "").replace(/\.$/, "")
}
