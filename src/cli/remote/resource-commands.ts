import type { Command } from "commander"
import { wholeNumber } from "../arguments.ts"
import { flagOf, optionOf, ownOptions } from "./input.ts"
import { type RemoteOperation, remoteOperations } from "./operation.ts"
import { type OperationOptions, runOperation } from "./run-operation.ts"
import type { Terminal } from "./terminal.ts"

/** A command for every operation, such as `countersign contacts list`. */
export function addResourceCommands(program: Command, terminal: Terminal) {
  program.commandsGroup("Resources:")
  for (const operation of remoteOperations()) addOperation(program, operation, terminal)
  for (const command of program.commands) describeGroup(command)
  program.commands.find(each => each.name() === "audit-log")?.alias("audit")
}

/** A group of commands is described by their names. */
function describeGroup(command: Command) {
  if (command.description() === "") command.description(command.commands.map(each => each.name()).join(", "))
  for (const each of command.commands) describeGroup(each)
}

function addOperation(program: Command, operation: RemoteOperation, terminal: Terminal) {
  const command = operation.words.reduce(subcommand, program)
  const { kind, path, fields, summary, route, effect, versioned } = operation
  command.description(summary)
  for (const { name, about } of path) command.argument(`<${name}>`, about)
  for (const field of fields) if (!ownOptions.includes(flagOf(field.name))) command.addOption(optionOf(field))
  if (kind === "write") addWriteOptions(command, fields.length > 0, versioned)
  if (kind === "list") addListOptions(command, fields.length > 2)
  if (kind === "file" || operation.csv) command.option("--output <path>", "file to save it in")
  if (kind !== "file") addFormats(command)
  command.option("--as <profile>", "the profile to use (default: the one in use)")
  command.addHelpText("after", `\n${route}${effect === "money" ? "\nIt moves money." : ""}`)
  command.action((...given: unknown[]) =>
    runOperation(operation, given.slice(0, path.length).map(String), command.opts<OperationOptions>(), terminal),
  )
}

/** The name may belong to a group already, such as `users delegations` and `users delegations delete`. */
function subcommand(parent: Command, word: string): Command {
  const existing = parent.commands.find(each => each.name() === word)
  return existing ?? parent.command(word)
}

function addWriteOptions(command: Command, hasBody: boolean, versioned: true | undefined) {
  if (hasBody) command.option("--data <json>", "the whole input as JSON, @file.json, or - for the standard input; other options win")
  command.option("--idempotency-key <key>", "repeats a write safely: under the same key it takes effect once (default: a new key)")
  command.option("--dry-run", "show what would happen and save nothing")
  if (versioned) command.option("--if-match <version>", "refuse if the object has changed since this version", wholeNumber)
}

function addListOptions(command: Command, hasFilters: boolean) {
  command.option("--all", "all rows, page by page")
  command.option("--columns <names>", "columns of the table or CSV, separated by commas")
  if (hasFilters)
    command.option("--filter <filter>", "such as status=active or createdAt[gte]=2027-01-31T00:00:00Z; may be repeated", repeated)
}

const repeated = (text: string, earlier: string[] = []) => [...earlier, text]

function addFormats(command: Command) {
  command.option("--json", "print JSON (the default unless a terminal shows it)")
  command.option("--csv", "print CSV")
  command.option("--table", "print a table (the default in a terminal)")
}
