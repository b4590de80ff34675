import { version } from "../http/about.ts"
import { Email, Name, text } from "../kit/pure/fields.ts"
import { type Role, roleNames } from "../kit/pure/permissions.ts"
import { cellName, connectionId, invoiceId, oneOf, serviceAddress, tenantId, validated, wholeNumber } from "./arguments.ts"
import { demoSizes, type DemoSize, fillDemo } from "./demo.ts"
import { addListenCommand } from "./listen-command.ts"
import { reportErrors } from "./report-errors.ts"
import { addRemoteCommands, createProgram, runProgram } from "./remote/program.ts"
import { ownTerminal, print } from "./remote/terminal.ts"
import { renderTable } from "./table.ts"
import type { MoveOptions } from "./tenants.ts"
import type { VerifyOptions } from "./verify-gateway.ts"
import { modes, Timezone } from "../platform/tenants/schema.ts"

const demoSizeNames = Object.keys(demoSizes) as DemoSize[]

/**
 * Loaded only by commands that need it. The whole application takes a second to load, and help and wrong options should not wait for it.
 */
const database = () => import("./database-commands.ts")

const terminal = ownTerminal()

/** The commands besides `npm start`. They use the same database and work while the service runs, or the service itself. */
const program = createProgram(terminal)
  .description("Self-hosted payments: people and agents may raise them, only authorized people release them")
  .version(version, "-V, --version", "print the version")
  .commandsGroup("The service on this machine:")
  .addHelpText(
    "after",
    `
Examples:
  npx countersign start
  npx countersign tenant create --name "Escola Azul" --email boss@example.com --mode live
  npx countersign user create --tenant 64f0… --email ana@example.com --role finance
  npx countersign listen --forward-to http://localhost:3000/hooks
  npx countersign backup /backups/monday.countersign`,
  )
program.command("start").description("run the service (npm start)")
program.command("pages").description("build the web pages, for a service that may not write to its own files")
program.command("test").description("check and test everything (npm test)")

const tenant = program.command("tenant").description("manage tenants")
tenant
  .command("create")
  .description("create a tenant, its super admin and a first API key; the secrets are printed only once")
  .requiredOption("--name <name>", "name of the business", validated(Name))
  .requiredOption("--email <email>", "e-mail of the super admin", validated(Email))
  .option("--mode <mode>", "sandbox, to try things out, or live, for real money", oneOf(modes), "sandbox")
  .option("--timezone <zone>", "IANA time zone, such as America/Sao_Paulo", validated(Timezone), "UTC")
  .option("--cell <name>", "cell to create it in (default: the least loaded one)", cellName)
  .action((options: { name: string; email: string; mode: (typeof modes)[number]; timezone: string; cell?: string }) =>
    printResult(async () => (await database()).createTenant(options)),
  )

tenant
  .command("move")
  .description("move a tenant to another cell while it is used; if it is interrupted, run it again")
  .argument("<tenant>", "id of the tenant", tenantId)
  .option("--to <cell>", "the cell to move it to", cellName)
  .option("--abort", "give up a move that has not ended")
  .action((id: string, options: MoveOptions) => printResult(async () => (await database()).moveTenantTo(id, options)))

const user = program.command("user").description("manage users of a tenant")
user
  .command("create")
  .description("create a user; the password is printed only once")
  .requiredOption("--tenant <id>", "id of the tenant", tenantId)
  .requiredOption("--email <email>", "e-mail to sign in with", validated(Email))
  .requiredOption("--role <role>", roleNames.join(", "), oneOf(roleNames))
  .option("--name <name>", "name of the person", validated(Name))
  .action((options: { tenant: string; email: string; role: Role; name?: string }) =>
    printResult(async () => (await database()).createUser(options)),
  )

user
  .command("reset")
  .description("give a person who can't sign in a new password and turn two-factor sign-in off; the password is printed only once")
  .requiredOption("--tenant <id>", "id of the tenant", tenantId)
  .requiredOption("--email <email>", "e-mail of the person", validated(Email))
  .action((options: { tenant: string; email: string }) => printResult(async () => (await database()).resetUser(options)))

program
  .command("backup")
  .description("write everything to a file, in one snapshot, while the service runs; SECRET_KEY is not in it")
  .argument("<file>", "file to create")
  .option("--cell <name>", "the cell to back up (default: home)", cellName)
  .action((file: string, { cell }: { cell?: string }) => printResult(async () => (await database()).backUpTo(file, cell)))

program
  .command("restore")
  .description("load a backup into an empty database, bring it to this version and verify it")
  .argument("<file>", "file that countersign backup wrote")
  .option("--cell <name>", "the cell to load it into (default: home)", cellName)
  .action((file: string, { cell }: { cell?: string }) =>
    printResult(async () => {
      const result = await (await database()).restoreFrom(file, cell)
      if (result.differences.length > 0) process.exitCode = 1
      return result
    }),
  )

const keys = program.command("keys").description("manage SECRET_KEY, and the key that signs checkpoints")
keys
  .command("rotate")
  .description("encrypt everything with the first key of SECRET_KEY, so that the older ones can be removed")
  .action(() => printResult(async () => (await database()).rotateKeys()))
keys
  .command("rotate-signing")
  .description("sign checkpoints with a new key; destroy the old one, whose public half stays published")
  .action(() => printResult(async () => (await database()).rotateCheckpointKey()))

const cell = program.command("cell").description("manage the databases that hold the tenants (CELL_URLS)")
cell
  .command("add")
  .description("make the empty database that CELL_URLS has under this name a cell; end the draining of one that is")
  .argument("<name>", "name of the cell", cellName)
  .action((name: string) => printResult(async () => (await database()).addCellNamed(name)))
cell
  .command("list")
  .description("print each cell with its tenants, its size and the version of its schema")
  .action(() => reportErrors(async () => print(renderTable(...(await (await database()).listCells())))))
cell
  .command("drain")
  .description("create no more tenants in a cell; those that it has stay there")
  .argument("<name>", "name of the cell", cellName)
  .action((name: string) => printResult(async () => (await database()).drainCellNamed(name)))
cell
  .command("check")
  .description("compare every cell with the directory at home: tenants, slugs, schema, clocks")
  .action(() =>
    printResult(async () => {
      const result = await (await database()).checkCells()
      if (result.problems.length > 0) process.exitCode = 1
      return result
    }),
  )

const billing = program.command("billing").description("what tenants pay for this installation")
billing
  .command("plan")
  .description("put a tenant on another plan, from its next month on")
  .argument("<tenant>", "id of the tenant", tenantId)
  .argument("<plan>", "a plan of the setting BILLING_PLANS, such as team")
  .action((id: string, plan: string) => printResult(async () => (await database()).changePlan(id, plan)))
billing
  .command("invoices")
  .description("print the newest 100 invoices of a tenant")
  .argument("<tenant>", "id of the tenant", tenantId)
  .action((id: string) => printResult(async () => (await database()).invoicesOf(id)))
for (const status of ["paid", "void"] as const)
  billing
    .command(status)
    .description(status === "paid" ? "mark an open invoice as paid" : "void an open invoice, so that nothing is owed for it")
    .argument("<invoice>", "_id of the invoice", invoiceId)
    .option("--reference <text>", status === "paid" ? "how it was paid" : "why it is void", validated(text(200, 1)))
    .action((id: string, { reference = null }: { reference?: string | null }) =>
      printResult(async () => (await database()).settleInvoice(id, status, reference)),
    )

program
  .command("config")
  .description("the settings of the service")
  .command("check")
  .description("check the environment variables, as a start would, and start nothing")
  .action(() => printResult(async () => (await import("./config-check.ts")).checkConfig(process.env)))

const gateways = program.command("gateways").description("connections to payment providers")
gateways
  .command("test")
  .description("try the credentials of connections at their providers; no money moves")
  .option("--tenant <id>", "id or slug of a tenant (default: all)", validated(text(100, 1)))
  .option("--connection <id>", "only this connection", connectionId)
  .action((options: { tenant?: string; connection?: string }) =>
    reportErrors(async () => {
      const tested = await (await database()).testGateways(options)
      const rows = tested.map(({ gateway, name, account, status, problems }) => [
        gateway,
        name,
        account,
        status,
        problems.join("; ") || "none",
      ])
      if (tested.some(({ problems }) => problems.length > 0)) process.exitCode = 1
      await print(
        rows.length === 0 ? "No gateway is connected.\n" : renderTable(["gateway", "name", "account", "status", "problems"], rows),
      )
    }),
  )
gateways
  .command("verify")
  .description("in a sandbox: a small charge, its refund and a message at the provider's test mode, through the running service")
  .requiredOption("--connection <id>", "the connection to verify", connectionId)
  .option("--token <token>", "a test token of the provider (default: the provider's own, where it is known)")
  .option("--wait-s <seconds>", "how long to wait for the message", wholeNumber, 30)
  .option("--base-url <url>", "URL of the service (default: from demo.json)", serviceAddress)
  .option("--api-key <key>", "API key of a super admin (default: from demo.json)")
  .option("--tenant <id>", "tenant of the key (default: from demo.json)", tenantId)
  .action((options: VerifyOptions) =>
    reportErrors(async () => {
      const steps = await (await import("./verify-gateway.ts")).verifyGateway(options)
      const rows = steps.map(({ step, result, detail }) => [step, result, detail])
      if (steps.some(({ result }) => result === "failed")) process.exitCode = 1
      await print(renderTable(["step", "result", "detail"], rows))
    }),
  )

addListenCommand(program, terminal)

program
  .command("demo")
  .description("fill a sandbox with the year of a business: customers, orders, plans, subscriptions, partners, payouts, refunds, disputes")
  .option("--size <size>", "small, in seconds, or year, in about a minute", oneOf(demoSizeNames), "year" as const)
  .option("--seed <number>", "the same number gives the same business", wholeNumber, 1)
  .option("--base-url <url>", "URL of the service (default: from demo.json)", serviceAddress)
  .option("--api-key <key>", "API key of a super admin (default: from demo.json)")
  .option("--tenant <id>", "tenant of the key (default: from demo.json)", tenantId)
  .action((options: Parameters<typeof fillDemo>[0]) =>
    printResult(async () => {
      const begun = performance.now()
      const result = await fillDemo({ ...options, report: line => process.stderr.write(`\r${line}`) })
      const seconds = Math.round((performance.now() - begun) / 1000)
      process.stderr.write(`\nFilled in ${seconds} s. Sign in and look around: ${result.signIn}\n`)
      return result
    }),
  )

addRemoteCommands(program, terminal)
const args = process.argv.slice(2)
const exitCode = await runProgram(program, args.length === 0 ? ["--help"] : args, terminal)
if (exitCode !== 0) process.exitCode = exitCode

/** Prints the result as JSON, so that scripts can read it. */
function printResult(work: () => Promise<object>) {
  return reportErrors(async () => print(`${JSON.stringify(await work(), null, 2)}\n`))
}
