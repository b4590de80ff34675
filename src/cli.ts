import { Command, InvalidArgumentError } from "commander"
import { createTenant } from "./api-keys/create-tenant.ts"
import { EmbeddedFault, reachEmbedded } from "./embedded/postgres.ts"
import { Email, text } from "./kit/fields.ts"
import { type Config, ConfigFault, readConfig, useConfig } from "./kit/config.ts"
import { useSecretKeys } from "./kit/crypto.ts"
import { closeDatabase, openDatabase } from "./kit/db.ts"
import { isId } from "./kit/id.ts"
import { useLogLevel } from "./kit/log.ts"
import { migrate } from "./kit/migrate.ts"
import { type Role, roleNames } from "./kit/permissions.ts"
import { Problem } from "./kit/problem.ts"
import { listen, ListenFault } from "./listen.ts"
import { keptSecret } from "./secret.ts"
import { createPerson } from "./tenants/create-person.ts"
import { modes, Timezone } from "./tenants/schema.ts"

/** The commands beside `npm start`. They speak to the same database, also while the service runs. */
const program = new Command("countersign").description("Payments that people and agents may raise, and that only the right people release")

program.command("start").description("run the service (npm start)")
program.command("test").description("check and test everything (npm test)")

const tenant = program.command("tenant").description("the businesses that use this installation")
tenant
  .command("create")
  .description("make a tenant with its super admin and a first API key, and print them once")
  .requiredOption("--name <name>", "what the business is called", checked(text(200, 1)))
  .requiredOption("--email <email>", "e-mail of its super admin", checked(Email))
  .option("--mode <mode>", "sandbox or live", oneOf(modes), "sandbox")
  .option("--timezone <zone>", "such as America/Sao_Paulo", checked(Timezone), "UTC")
  .action((options: { name: string; email: string; mode: (typeof modes)[number]; timezone: string }) =>
    withDatabase(async ({ BASE_URL }) => {
      const addresses = { baseUrl: BASE_URL, demoUrl: `${BASE_URL}/demo`, docsUrl: `${BASE_URL}/docs`, mcpUrl: `${BASE_URL}/v1/mcp` }
      return { ...addresses, ...(await createTenant(options)) }
    }),
  )

const user = program.command("user").description("the people of a tenant")
user
  .command("create")
  .description("make a person with a password, and print it once")
  .requiredOption("--tenant <id>", "the tenant's id", tenantId)
  .requiredOption("--email <email>", "what they sign in with", checked(Email))
  .requiredOption("--role <role>", roleNames.join(", "), oneOf(roleNames))
  .option("--name <name>", "what they are called", checked(text(200, 1)))
  .action((options: { tenant: string; email: string; role: Role; name?: string }) =>
    withDatabase(() => createPerson(options.tenant, { email: options.email, role: options.role, name: options.name ?? options.email })),
  )

program
  .command("listen")
  .description("show events as they happen and forward them, signed, to a program on this machine")
  .option("--forward-to <url>", "where to post them, such as http://localhost:3000/hooks")
  .option("--events <types>", "only these, separated by commas")
  .option("--secret <secret>", "what to sign with; made when absent")
  .option("--base-url <url>", "the service; from demo.json when absent")
  .option("--api-key <key>", "a key that may see webhooks; from demo.json when absent")
  .option("--tenant <id>", "its tenant; from demo.json when absent", tenantId)
  .action((options: Parameters<typeof listen>[0]) => inWords(() => listen(options)))

await program.parseAsync()

/** Prints what the work gives as JSON, so that a script can read it. */
function withDatabase(work: (config: Config) => Promise<object>) {
  return inWords(async () => {
    const config = readConfig(process.env)
    const embedded = config.embedded ? await reachEmbedded({ dataDir: config.DATA_DIR, say: line => console.error(line) }) : undefined
    const url = embedded?.url ?? config.DATABASE_URL!
    useConfig(config)
    useLogLevel(config.LOG_LEVEL)
    useSecretKeys(config.SECRET_KEY ?? [keptSecret(config.DATA_DIR)])
    await migrate(url)
    openDatabase(url)
    try {
      console.log(JSON.stringify(await work(config), null, 2))
    } finally {
      await closeDatabase()
      await embedded?.stop()
    }
  })
}

/** What goes wrong is said in words. */
async function inWords(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ConfigFault || error instanceof EmbeddedFault || error instanceof ListenFault || error instanceof Problem))
      throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

type Schema = { safeParse(value: string): { success: boolean; error?: { issues: { message: string }[] } | undefined } }

function checked(schema: Schema) {
  return (value: string) => {
    const read = schema.safeParse(value)
    if (!read.success) throw new InvalidArgumentError(`It ${read.error?.issues[0]?.message}.`)
    return value
  }
}

function oneOf<T extends string>(values: readonly T[]) {
  return (value: string) => {
    if (!values.includes(value as T)) throw new InvalidArgumentError(`It must be one of ${values.join(", ")}.`)
    return value as T
  }
}

function tenantId(value: string) {
  if (!isId(value)) throw new InvalidArgumentError("It must be a tenant's id of 24 hexadecimal digits.")
  return value
}
