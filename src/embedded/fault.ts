/** Why the embedded database does not run: one sentence says what happened, one what to do. */
export class EmbeddedFault extends Error {
  override name = "EmbeddedFault"
}

const startAgain = "Nothing that was acknowledged is lost; start Countersign again."

/** How PostgreSQL words it when its files can't be trusted. */
const damage = [
  /database files are incompatible with server|could not find the database system/,
  /incorrect checksum in control file|invalid (primary )?checkpoint/,
  /(PANIC|FATAL):.*(could not (open|read|locate|access)|not a valid data directory|invalid data|checksum)/,
]

/** Reads what initdb or the server said last and names its cause. Nothing here changes a file. */
export function faultFromOutput(output: string, directory: string): EmbeddedFault {
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(output)) return diskFull(directory)
  if (/Permission denied|has wrong ownership/.test(output)) return notWritable(directory)
  if (damage.some(sign => sign.test(output))) return corrupt(directory, lastWord(output))
  const reason = lastWord(output)
  if (reason === "") return new EmbeddedFault(`PostgreSQL in ${directory} was ended from outside, or ran out of memory. ${startAgain}`)
  return new EmbeddedFault(
    `PostgreSQL in ${directory} stopped: ${reason}. Read postgres.log there, or set DATABASE_URL to a server of yours.`,
  )
}

/** What Node itself met in the data directory, in the same words. */
export function faultFromError(error: unknown, directory: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(directory)
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return notWritable(directory)
  if (code === "ENOTDIR" || code === "EEXIST")
    return new EmbeddedFault(`${directory} is not a directory. Set DATA_DIR to a directory that Countersign may write to.`)
  return error
}

export function corrupt(directory: string, said: string): EmbeddedFault {
  return new EmbeddedFault(
    `The database in ${directory} is damaged: ${said}. ` +
      "Nothing was changed; restore this directory from a backup, or set DATA_DIR to another one.",
  )
}

function diskFull(directory: string): EmbeddedFault {
  return new EmbeddedFault(
    `The disk that holds ${directory} is full. Nothing that was acknowledged is lost; free some space and start again.`,
  )
}

function notWritable(directory: string): EmbeddedFault {
  const user = process.getuid?.() ?? "this user"
  return new EmbeddedFault(`${directory} is not writable for user ${user}. Change its owner, or set DATA_DIR to a directory that is.`)
}

/** PostgreSQL puts the reason on its most severe lines; those after them only say that it goes down. */
function lastWord(output: string): string {
  const lines = output.split("\n").filter(line => line.trim() !== "" && !/\b(LOG|HINT|DETAIL):/.test(line))
  const severe = lines.filter(line => /\b(PANIC|FATAL|error|postgres):/.test(line))
  return (severe.at(-1) ?? lines.at(-1) ?? "").replace(/^.*?\b(PANIC|FATAL|error|postgres):\s*/, "").replace(/\.$/, "")
}
