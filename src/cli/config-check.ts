import { type Config, readConfig } from "../kit/service/config.ts"

/** What the settings of the service say, without secrets. Wrong ones are a fault that names each of them. */
export function checkConfig(env: NodeJS.ProcessEnv) {
  const config = readConfig(env)
  const { BASE_URL: baseUrl, PORT: port, ROLE: role, DATA_DIR: folder, embedded } = config
  return { ok: true, baseUrl, port, role, database: embedded ? `embedded, in ${folder}` : "DATABASE_URL", warnings: warningsOf(config) }
}

/** What starts, and surprises later. */
function warningsOf({ BASE_URL, SMTP_URL, embedded }: Config): string[] {
  const { protocol, hostname } = new URL(BASE_URL)
  const isLocal = /^(localhost|127\.|\[::1\]$)/.test(hostname)
  return [
    ...(protocol === "http:" && !isLocal ? [`BASE_URL ${BASE_URL} is not encrypted: keys and sessions can be read on the way`] : []),
    ...(isLocal && !embedded ? ["BASE_URL names this machine: links in mails and on payment pages open only here"] : []),
    ...(SMTP_URL === undefined ? ["SMTP_URL is missing: mails are stored and not sent"] : []),
    ...(embedded && !isLocal ? ["DATABASE_URL is missing: the database is in the data folder of this machine alone"] : []),
  ]
}
