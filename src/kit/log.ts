import pino from "pino"

/** What must never be read in a log, wherever it turns up in what is logged. */
const secret = [
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

/** JSON lines. Bodies and headers are not logged at all; the paths below catch what slips in with an error or a setting. */
export const log = pino({
  level: "info",
  base: null,
  formatters: { level: label => ({ level: label }) },
  serializers: { error: describe },
  redact: { paths: secret.flatMap(name => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: "[redacted]" },
})

export const useLogLevel = (level: string) => void (log.level = level)

/** An error as it may be read by an operator: the database's detail and the values of a query can hold what people typed, so they stay out. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: "something that is no error was thrown" }
  const { name, message, stack, cause } = error
  const { code, constraint } = error as { code?: string; constraint?: string }
  return { name, message, code, constraint, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) }
}
