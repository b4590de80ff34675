import pino from "pino"

/** Fields that are redacted wherever they appear in what is logged. */
const secretFields = [
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "secret",
  "token",
  "apiKey",
  "api_key",
  "key",
  "iban",
  "accountNumber",
  "link_key",
]

/** Names this process where a service has several. The primary process sets the variable for those that it starts. */
export const processVariable = "COUNTERSIGN_PROCESS"
const processName = process.env[processVariable]

/** The format of every log line, whichever logger writes it. */
export const lineFormat = {
  base: processName === undefined ? null : { process: processName },
  formatters: { level: (label: string) => ({ level: label }) },
}

/** JSON lines. Bodies and headers are never logged; the redaction covers what an error or a setting may contain. */
export const log = pino({
  ...lineFormat,
  level: "info",
  serializers: { error: describe },
  redact: { paths: secretFields.flatMap(name => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: "[redacted]" },
})

export const setLogLevel = (level: string) => void (log.level = level)

/** Announces a start or a stop at any log level: as a sentence on a terminal, as a log line elsewhere. */
export function announce(message: string, facts: object = {}) {
  if (process.stdout.isTTY) console.log(message)
  else for (const line of message.split("\n").filter(text => text.trim() !== "")) announcements.info(facts, line)
}
const announcements = pino(lineFormat)

/** For a process that gets its name only after it was started. */
export function nameProcess(name: string) {
  for (const logger of [log, announcements]) logger.setBindings({ process: name })
}

/** Leaves out the database's detail and the values of queries, which may contain personal data. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: "a value that is not an Error was thrown" }
  const { name, message, stack, cause } = error
  const { code, constraint } = error as { code?: string; constraint?: string }
  return { name, message, code, constraint, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) }
}
