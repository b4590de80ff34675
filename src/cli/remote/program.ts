import { Argument, Command, CommanderError } from "commander"
import { CountersignError, NoAnswerError } from "../../../sdk/src/errors.ts"
import { Fault } from "../../kit/service/fault.ts"
import { addConformanceCommand } from "./conformance/command.ts"
import { completionHelp, completionScript, type Shell, shells, valuesCommand } from "./completion.ts"
import { printValues } from "./completion-values.ts"
import { addProfileCommands } from "./profile-commands.ts"
import { addResourceCommands } from "./resource-commands.ts"
import { addWorkflowCommands } from "./workflow-commands.ts"
import { exitCodes } from "./exit-codes.ts"
import { explainFailure } from "./failure.ts"
import type { Terminal } from "./terminal.ts"

/** The program without its commands. What it prints goes to the terminal that it is given. */
export const createProgram = (terminal: Terminal): Command =>
  new Command("countersign").exitOverride().configureOutput({
    writeOut: text => void terminal.print(text),
    writeErr: text => terminal.note(text.trimEnd()),
    getOutHelpWidth: () => terminal.width,
    getErrHelpWidth: () => terminal.width,
  })

/** The commands that need nothing but a service that answers. */
export function addRemoteCommands(program: Command, terminal: Terminal) {
  addProfileCommands(program, terminal)
  addWorkflowCommands(program, terminal)
  addConformanceCommand(program, terminal)
  addResourceCommands(program, terminal)
  program
    .commandsGroup("Help:")
    .command("completion")
    .description("print a script that completes commands, options and their values with the Tab key")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .addHelpText("after", completionHelp)
    .action((shell: Shell) => terminal.print(completionScript(program, shell)))
  program
    .command(valuesCommand, { hidden: true })
    .argument("<list>", "profiles, or the path of a list")
    .action((list: string) => printValues(list, terminal))
}

/** Runs a command and returns its exit code. */
export async function runProgram(program: Command, args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program.parseAsync(args, { from: "user" })
    return exitCodes.done
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    if (!(error instanceof Fault || error instanceof CountersignError || error instanceof NoAnswerError)) throw error
    terminal.showProgress("")
    return explainFailure(error, terminal.note)
  }
}
