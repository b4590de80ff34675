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

/** JSON lines. Bodies and headers are never logged; the redaction is for what comes in with an error or a setting. */
export const log = pino({
  level: "info",
  base: null,
  formatters: { level: label => ({ level: label }) },
  serializers: { error: describe },
  redact: { paths: secretFields.flatMap(name => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: "[redacted]" },
})

export const useLogLevel = (level: string) => void (log.level = level)

/** Leaves out the database's detail and the values of queries, which may contain personal data. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: "a value that is not an Error was thrown" }
  const { name, message, stack, cause } = error
  const { code, constraint } = error as { code?: string; constraint?: string }
  return { name, message, code, constraint, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) }
}
