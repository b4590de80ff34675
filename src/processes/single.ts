import type { Config } from "../kit/service/config.ts"
import type { Launch, PreparedDatabase, Running } from "./launch.ts"

/** Runs a service in this process alone. */
export function launchSingle(settings: Config): Launch {
  const loading = Promise.all([import("../start.ts"), import("../cli/first-start.ts")])
  loading.catch(() => {}) // `start` reports it

  async function start({ databaseUrl, secretKeys }: PreparedDatabase, signal: AbortSignal): Promise<Running> {
    const [service, { openSandbox }] = await loading
    const sandbox = settings.embedded ? openSandbox(settings) : undefined
    const demoKeys = [...(sandbox ? [sandbox.demoKey] : []), ...settings.DEMO_INTEGRATION_KEYS]
    const config = { ...settings, DATABASE_URL: databaseUrl, SECRET_KEY: secretKeys, DEMO_INTEGRATION_KEYS: demoKeys }
    const { address, stop } = await service.start(config, signal, sandbox?.create)
    return { address, processes: 1, welcome: sandbox?.describe(), allServe: Promise.resolve(), failure: new Promise(() => {}), stop }
  }

  return { start, kill() {} }
}
