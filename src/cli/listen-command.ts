import type { Command } from "commander"
import { serviceAddress, tenantId, webAddress } from "./arguments.ts"
import type { ListenOptions } from "./listen.ts"
import { openSession } from "./remote/session.ts"
import type { Terminal } from "./remote/terminal.ts"
import { reportErrors } from "./report-errors.ts"

type Options = ListenOptions & { as?: string }

export const addListenCommand = (program: Command, terminal: Terminal) =>
  program
    .command("listen")
    .description("print events as they happen and forward them, signed, to a program on this machine")
    .option("--forward-to <url>", "URL to post them to, such as http://localhost:3000/hooks", webAddress)
    .option("--events <types>", "only these event types, separated by commas")
    .option("--secret <secret>", "signing secret (default: one of your own, kept in ~/.config/countersign)")
    .option("--as <profile>", "the profile to use (default: the one in use, else the sandbox of this machine)")
    .option("--base-url <url>", "URL of the service (default: of the profile)", serviceAddress)
    .option("--api-key <key>", "API key that may read events (default: of the profile)")
    .option("--tenant <id>", "tenant of the key (default: of the profile)", tenantId)
    .action((options: Options) =>
      reportErrors(async () => (await import("./listen.ts")).listen({ ...options, ...connectionOf(options, terminal) })),
    )

/** What the options do not say comes from where all other commands have it. */
function connectionOf({ as, baseUrl, apiKey, tenant }: Options, terminal: Terminal) {
  if (baseUrl || apiKey || tenant) return {}
  const { profile } = openSession(terminal, as)
  return { baseUrl: profile.url, apiKey: profile.apiKey, tenant: profile.tenant }
}
