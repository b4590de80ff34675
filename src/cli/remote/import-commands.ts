import { type Command, Option } from "commander"
import { setTimeout as wait } from "node:timers/promises"
import type { Client, Output } from "../../../sdk/src/client.ts"
import { dateOrders, decimalSigns, importKinds } from "../../insight/imports/values.ts"
import { renderTable } from "../table.ts"
import { CommandFault, exitCodes } from "./exit-codes.ts"
import { fileAt } from "./input.ts"
import { type FormatOptions, formatOf } from "./output.ts"
import { progressBar } from "./progress-bar.ts"
import { openSession, type Session } from "./session.ts"
import type { Terminal } from "./terminal.ts"

type Import = Output<"GET /v1/imports/{id}">
type Settings = { kind: string; mapping?: string; defaults?: string; decimal?: string; dates?: string; mails?: true }
type Options = FormatOptions & { as?: string; check?: true } & Settings

/** `imports run` and `imports follow`, beside the commands of the operations. */
export function addImportCommands(program: Command, terminal: Terminal): Command[] {
  const imports = program.command("imports")
  const run = imports
    .command("run")
    .description("upload a CSV file, import its rows and wait until that has ended")
    .argument("<file>", "the CSV file, in UTF-8")
    .addOption(new Option("--kind <kind>", "what the rows are").choices(importKinds).makeOptionMandatory())
    .option("--mapping <json>", "by field, the column that it comes from (default: guessed from the names of the columns)")
    .option("--defaults <json>", 'by field, its value where no column has one, such as {"currency":"EUR"}')
    .addOption(new Option("--decimal <sign>", "the decimal sign of amounts").choices(decimalSigns))
    .addOption(new Option("--dates <order>", "the order of dates").choices(dateOrders))
    .option("--mails", "let payers get the mails that your settings turn on")
    .option("--check", "only try every row; nothing is created")
    .action((path: string, options: Options) => runImport(path, options, terminal))
  const follow = imports
    .command("follow")
    .description("wait until an import has ended, and show how far it is")
    .argument("<id>", "the import, by its _id")
    .action((id: string, options: Options) => showEnd(openSession(terminal, options.as), id, options, terminal))
  return [run, follow]
}

async function runImport(path: string, options: Options, terminal: Terminal) {
  const session = openSession(terminal, options.as)
  const { kind, mapping, defaults, decimal, dates, mails } = options
  const file = await fileAt(path)
  const given = Object.entries({ mapping, defaults, decimal, dates, ...(mails && { mails: "true" }) }).filter(
    ([, value]) => value !== undefined,
  )
  terminal.showProgress(`Sending ${file.name}`)
  const draft = (await session.call("POST /v1/imports/create", { file, kind, fileName: file.name, ...Object.fromEntries(given) })) as Import
  if (draft.unmapped.length > 0) terminal.note(`These columns are not imported: ${draft.unmapped.join(", ")}.`)
  await (options.check ? session.client.imports.check(draft._id) : session.client.imports.start(draft._id))
  await showEnd(session, draft._id, options, terminal)
}

const pollMs = 500

async function untilEnded(client: Client, id: string, terminal: Terminal): Promise<Import> {
  for (;;) {
    const found = await client.imports.get(id)
    if (found.status !== "running" && found.status !== "checking") return found
    terminal.showProgress(
      `${progressBar(found.done / found.rows)} ${found.done.toLocaleString("en")} of ${found.rows.toLocaleString("en")} rows`,
    )
    await wait(pollMs)
  }
}

/** A refused row ends the command like a refusal, so that a script notices. */
async function showEnd({ client }: Session, id: string, options: Options, terminal: Terminal) {
  const ended = await untilEnded(client, id, terminal)
  terminal.showProgress("")
  const counts = ended.status === "draft" && ended.check ? ended.check : ended.counts
  if (formatOf(options, terminal) === "json") await terminal.print(`${JSON.stringify(ended, null, 2)}\n`)
  else
    await terminal.print(
      renderTable(["import", "status", ...Object.keys(counts)], [[id, ended.status, ...Object.values(counts).map(String)]]),
    )
  if (ended.failure !== null) {
    const [next, verb] = ended.status === "draft" ? ["Nothing was created. Try again", "check"] : ["Go on", "start"]
    throw new CommandFault(exitCodes.refused, `${ended.failure}. ${next} with \`countersign imports ${verb} ${id}\`.`)
  }
  if (counts.refused > 0)
    throw new CommandFault(
      exitCodes.refused,
      `Rows that were refused: ${counts.refused}. See \`countersign imports report ${id} --csv --outcome refused` +
        `${ended.status === "draft" ? " --of check" : ""}\`. The others are not affected.`,
    )
}
