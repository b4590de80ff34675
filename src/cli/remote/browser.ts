import { spawn } from "node:child_process"

type Environment = Readonly<Record<string, string | undefined>>

/** Whether a browser of this machine would be on the screen of the person who types. */
export function hasBrowser(env: Environment, platform: NodeJS.Platform = process.platform): boolean {
  if (env["SSH_CONNECTION"] || env["SSH_TTY"] || env["SSH_CLIENT"]) return false
  return platform === "darwin" || platform === "win32" || Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"])
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
}

/** Opens a page, without a shell, which could read commands in the address. Returns whether that was tried. */
export function openBrowser(env: Environment, url: string): boolean {
  if (!hasBrowser(env)) return false
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"]
  const opener = spawn(program, [...args, url], { stdio: "ignore", detached: true })
  opener.on("error", () => {}) // the person opens the address, which is printed
  opener.unref()
  return true
}
