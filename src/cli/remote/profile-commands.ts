import { type Command, Option } from "commander"
import { type Role, roleNames } from "../../kit/pure/permissions.ts"
import { serviceAddress, wholeNumber } from "../arguments.ts"
import { renderTable } from "../table.ts"
import { isRow, valueOf } from "./cells.ts"
import { fetchKeyByBrowser } from "./device-login.ts"
import { signedOut, wrongUsage } from "./exit-codes.ts"
import { type Format, type FormatOptions, formatOf } from "./output.ts"
import { profilesPath, readProfiles, writeProfiles } from "./profiles.ts"
import { addressOf, openSession, profileOf } from "./session.ts"
import type { Terminal } from "./terminal.ts"

type LoginOptions = {
  url?: string
  profile: string
  device?: true
  role?: Role
  days?: number
  apiKey?: string | true
  tenant?: string
}

export function addProfileCommands(program: Command, terminal: Terminal) {
  program.commandsGroup("Signing in:")
  program
    .command("login")
    .description("sign in to a service in the browser, or with an API key, and keep the key as a profile of this user")
    .option("--url <url>", "address of the service, such as https://pay.example.com", serviceAddress)
    .option("--profile <name>", "name to keep it under", "default")
    .option("--device", "open no browser: print a code for a browser on any machine (default without a screen, as over SSH)")
    .addOption(new Option("--role <role>", "the role to ask for in the browser; the person decides").choices(roleNames))
    .option("--days <days>", "how many days to ask for; the person decides", wholeNumber)
    .option("--api-key [key]", "sign in with this API key; - reads it from the standard input, and without a value you are asked")
    .option("--tenant <id>", "tenant of a key of an early version")
    .action((options: LoginOptions) => login(options, terminal))
  program
    .command("logout")
    .description("forget the key of a profile; the key itself stays valid until you delete it")
    .argument("[profile]", "the profile (default: the one in use)")
    .action((name: string | undefined) => logout(name, terminal))
  const profiles = program.command("profiles").description("the services and tenants that you have signed in to")
  formats(profiles.command("list").description("list the profiles")).action((options: FormatOptions) =>
    listProfiles(formatOf(options, terminal), terminal),
  )
  profiles
    .command("use")
    .description("use a profile from now on")
    .argument("<profile>", "name of the profile")
    .action((name: string) => chooseProfile(name, terminal))
  formats(program.command("whoami").description("show the service, the tenant and the user that commands act as"))
    .option("--as <profile>", "the profile to use (default: the one in use)")
    .action((options: FormatOptions & { as?: string }) => whoAmI(options, terminal))
}

const formats = (command: Command) => command.option("--json", "print JSON").option("--table", "print a table")

/** A key is kept only after the service has accepted it. */
async function login(options: LoginOptions, terminal: Terminal) {
  const url = options.url ?? addressOf(await askFor("--url", "Address of the service: ", terminal))
  warnOfPlainHttp(url, terminal)
  const apiKey = await findKey(url, options, terminal)
  const profile = profileOf(url, apiKey, options.tenant ?? terminal.env["COUNTERSIGN_TENANT"])
  const env = { ...terminal.env, COUNTERSIGN_URL: profile.url, COUNTERSIGN_API_KEY: apiKey, COUNTERSIGN_TENANT: profile.tenant }
  const who = await openSession({ ...terminal, env }, undefined).call("GET /v1/users/user")
  const stored = readProfiles(terminal)
  writeProfiles(terminal, { current: options.profile, profiles: { ...stored.profiles, [options.profile]: profile } })
  terminal.note(`Signed in to ${describe(who)} at ${profile.url}. The key is in ${profilesPath(terminal)}, profile ${options.profile}.`)
}

/** A key that is given wins. Without a terminal nobody can be led to a browser, so the person has to ask for that. */
async function findKey(url: string, { apiKey, device, role, days }: LoginOptions, terminal: Terminal): Promise<string> {
  if (apiKey === "-") return (await terminal.readInput()).trim()
  if (apiKey === true) return askFor("--api-key <key>", "API key (it is not shown): ", terminal, true)
  const given = device ? undefined : (apiKey ?? terminal.env["COUNTERSIGN_API_KEY"])
  if (given) return given
  if (!device && !terminal.canAsk)
    throw wrongUsage("--api-key is missing, and there is no terminal. Pass it, or --device to print a code for a browser.")
  return fetchKeyByBrowser(url, { role, days, opensBrowser: !device }, terminal)
}

async function askFor(option: string, question: string, terminal: Terminal, isSecret = false): Promise<string> {
  if (!terminal.canAsk) throw wrongUsage(`${option} is missing, and there is no terminal to ask in. Pass ${option}.`)
  return terminal.ask(question, isSecret)
}

function warnOfPlainHttp(url: string, { note }: Terminal) {
  const { protocol, hostname } = new URL(url)
  if (protocol === "http:" && !/^(localhost|127\.|\[::1\]$)/.test(hostname))
    note(`${url} is not encrypted: whoever can read the network between here and there gets the key. Use https.`)
}

function describe(who: unknown): string {
  const [tenant, mode, name, role] = ["tenant.name", "tenant.mode", "name", "role"].map(field => String(valueOf(who, field)))
  return `${tenant} (${mode}) as ${name}, ${role}`
}

function logout(name: string | undefined, terminal: Terminal) {
  const stored = readProfiles(terminal)
  const gone = name ?? stored.current
  if (gone === null || !Object.hasOwn(stored.profiles, gone))
    throw signedOut(`There is no profile ${gone ?? "in use"}, so nothing was changed.`)
  const { [gone]: _, ...profiles } = stored.profiles
  writeProfiles(terminal, { current: stored.current === gone ? null : stored.current, profiles })
  terminal.note(`Forgot the key of ${gone}. Whoever has a copy can still use it: delete it with \`countersign api-keys delete\`.`)
}

async function listProfiles(format: Format, terminal: Terminal) {
  const { current, profiles } = readProfiles(terminal)
  const rows = Object.entries(profiles).map(([name, { url, tenant }]) => ({ name, url, tenant, current: name === current }))
  if (format === "json") return terminal.print(`${JSON.stringify(rows, null, 2)}\n`)
  if (rows.length === 0) return terminal.note("There is no profile. Make one with `countersign login`.")
  const cells = rows.map(row => [row.current ? `${row.name} (in use)` : row.name, row.url, row.tenant])
  await terminal.print(renderTable(["profile", "service", "tenant"], cells))
}

function chooseProfile(name: string, terminal: Terminal) {
  const stored = readProfiles(terminal)
  if (!Object.hasOwn(stored.profiles, name))
    throw signedOut(`There is no profile ${name}, so nothing was changed. Make one with \`countersign login --profile ${name}\`.`)
  writeProfiles(terminal, { ...stored, current: name })
  terminal.note(`From now on commands act on ${stored.profiles[name]!.url} by the profile ${name}.`)
}

async function whoAmI(options: FormatOptions & { as?: string }, terminal: Terminal) {
  const format = formatOf(options, terminal)
  const session = openSession(terminal, options.as)
  const who = await session.call("GET /v1/users/user")
  const { permissions: _, ...shown } = isRow(who) ? who : {}
  const answer = { service: session.profile.url, credential: session.source, ...shown }
  if (format === "json") return terminal.print(`${JSON.stringify(answer, null, 2)}\n`)
  const lines = [
    ["service", session.profile.url],
    ["tenant", `${String(valueOf(who, "tenant.name"))}, ${String(valueOf(who, "tenant._id"))}`],
    ["mode", String(valueOf(who, "tenant.mode"))],
    ["user", String(valueOf(who, "name"))],
    ["role", String(valueOf(who, "role"))],
    ["credential", session.source],
  ]
  await terminal.print(lines.map(([name, value]) => `${name!.padEnd(10)}  ${value}\n`).join(""))
}
