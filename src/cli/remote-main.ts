import { version } from "../kit/service/version.ts"
import { addListenCommand } from "./listen-command.ts"
import { addRemoteCommands, createProgram, runProgram } from "./remote/program.ts"
import { ownTerminal } from "./remote/terminal.ts"

// The program of the package @countersign/cli, which `npm run cli` makes of this file: the commands for a service on any machine.

const terminal = ownTerminal()
const program = createProgram(terminal)
  .description("The command line of Countersign, for a service on any machine")
  .version(version, "-V, --version", "print the version")
addListenCommand(program.commandsGroup("Every day:"), terminal)
addRemoteCommands(program, terminal)
const args = process.argv.slice(2)
const exitCode = await runProgram(program, args.length === 0 ? ["--help"] : args, terminal)
if (exitCode !== 0) process.exitCode = exitCode
