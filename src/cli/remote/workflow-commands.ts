import { Argument, type Command } from "commander"
import { randomBytes } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import type { Client } from "../../../sdk/src/client.ts"
import { renderTable } from "../table.ts"
import { diagnose } from "./doctor.ts"
import { CommandFault, exitCodes } from "./exit-codes.ts"
import { addExportCommand } from "./export-command.ts"
import { addImportCommands } from "./import-commands.ts"
import { type FormatOptions, formatOf } from "./output.ts"
import { progressBar } from "./progress-bar.ts"
import { scenarios, type Step, tenantOf } from "./scenarios.ts"
import { openSession } from "./session.ts"
import type { Terminal } from "./terminal.ts"

type Options = FormatOptions & { as?: string }

/** What a developer does every day, on top of the operations. */
export function addWorkflowCommands(program: Command, terminal: Terminal) {
  program.commandsGroup("Every day:")
  const list = Object.entries(scenarios).map(([name, { about }]) => `  ${name.padEnd(16)} ${about}`)
  shared(program.command("trigger"))
    .description("make something happen in a sandbox, so that your program gets its webhooks")
    .addArgument(new Argument("<scenario>", "what happens").choices(Object.keys(scenarios)))
    .addHelpText("after", `\nScenarios:\n${list.join("\n")}`)
    .action((name: string, options: Options) => trigger(name, options, terminal))
  const events = program.command("events")
  shared(events.command("resend"))
    .description("send an event again to every webhook endpoint that it was for")
    .argument("<event>", "the _id of the event")
    .action((event: string, options: Options) => resend(event, options, terminal))
  for (const command of addImportCommands(program, terminal)) shared(command)
  shared(addExportCommand(program, terminal))
  const clock = program.command("clock").description("the clock of a sandbox")
  shared(clock.command("advance"))
    .description("move the clock of a sandbox on, and wait until all that happens meanwhile has happened")
    .argument("<duration>", "PT2H, P30D, P1Y6M, a time such as 2027-01-31T12:00Z, or next")
    .action((duration: string, options: Options) => advance(duration, options, terminal))
  shared(clock.command("show"))
    .description("show the time of the tenant")
    .action((options: Options) => showClock(options, terminal))
  shared(program.command("doctor"))
    .description("find the usual mistakes between here and the service, and say how to mend them")
    .action((options: Options) => doctor(options, terminal))
}

const shared = (command: Command) =>
  command
    .option("--json", "print JSON")
    .option("--table", "print a table")
    .option("--as <profile>", "the profile to use (default: the one in use)")

/** The steps are printed as they happen, because some take seconds. */
async function trigger(name: string, options: Options, terminal: Terminal) {
  const format = formatOf(options, terminal)
  const session = openSession(terminal, options.as)
  const { mode } = await tenantOf(session)
  if (mode !== "sandbox")
    throw new CommandFault(exitCodes.refused, "This tenant is live: scenarios run only in a sandbox. Nothing was made and no money moved.")
  const steps: Step[] = []
  for await (const step of scenarios[name]!.run(session.client, `${name}-${randomBytes(4).toString("hex")}`)) {
    steps.push(step)
    terminal.showProgress(`${step.what}: ${step.status}`)
  }
  terminal.showProgress("")
  if (format === "json") return terminal.print(`${JSON.stringify(steps, null, 2)}\n`)
  const rows = steps.map(({ what, status, see }) => [what, status, /^https?:/.test(see) ? see : `countersign ${see}`])
  await terminal.print(renderTable(["what", "status", "see"], rows))
}

/** A delivery that waits is sent anyway; the endpoint gets the same message id, and so knows that it is a repetition. */
async function resend(event: string, options: Options, terminal: Terminal) {
  const format = formatOf(options, terminal)
  const { client } = openSession(terminal, options.as)
  const sent: { endpoint: string; delivery: string; status: string }[] = []
  for await (const { _id: endpoint, url } of client.dev.webhooks.list())
    for await (const delivery of client.dev.webhooks.deliveries(endpoint, { eventId: event })) {
      const { status } = await client.dev.webhooks.deliveries.redeliver(endpoint, delivery._id)
      sent.push({ endpoint: url, delivery: delivery._id, status })
    }
  if (sent.length === 0)
    throw new CommandFault(
      exitCodes.refused,
      `No webhook endpoint was to get the event ${event}, so nothing was sent. See \`countersign webhooks list\`.`,
    )
  if (format === "json") return terminal.print(`${JSON.stringify(sent, null, 2)}\n`)
  await terminal.print(
    renderTable(
      ["endpoint", "delivery", "status"],
      sent.map(each => [each.endpoint, each.delivery, each.status]),
    ),
  )
}

const pollMs = 500

async function advance(text: string, options: Options, terminal: Terminal) {
  const { client } = openSession(terminal, options.as)
  const target = text.startsWith("P") ? { advance: text } : { to: text }
  await client.simulations.clock(target)
  await untilArrived(client, terminal)
  await showClock(options, terminal)
}

/** A long move goes on after its response. */
async function untilArrived(client: Client, terminal: Terminal) {
  for (;;) {
    const { status, now, progress } = await client.simulations.clock.get()
    if (status !== "moving") return terminal.showProgress("")
    terminal.showProgress(`${progressBar(progress)} ${now}`)
    await wait(pollMs)
  }
}

async function showClock(options: Options, terminal: Terminal) {
  const clock = await openSession(terminal, options.as).client.simulations.clock.get()
  await terminal.print(formatOf(options, terminal) === "json" ? `${JSON.stringify(clock, null, 2)}\n` : `${clock.now}\n`)
}

async function doctor(options: Options, terminal: Terminal) {
  const format = formatOf(options, terminal)
  const checks = await diagnose(openSession(terminal, options.as))
  const rows = checks.map(({ check, result, detail }) => [check, result, detail])
  await terminal.print(format === "json" ? `${JSON.stringify(checks, null, 2)}\n` : renderTable(["check", "result", "detail"], rows))
  if (format === "table") for (const { check, mend } of checks) if (mend) terminal.note(`${check}: ${mend}`)
  if (checks.some(({ result }) => result === "failed"))
    throw new CommandFault(exitCodes.refused, "Something is wrong. Nothing was changed.")
}
