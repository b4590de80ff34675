// Imported before anything else by the processes that get bad input: none of it makes them resolve a name or reach another machine.
import dns from "node:dns"
import { syncBuiltinESMExports } from "node:module"
import net from "node:net"

const isHere = (host: unknown) => host === undefined || /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(JSON.stringify(host).slice(1, -1))
const refusal = (host: unknown) => Object.assign(new Error(`${JSON.stringify(host)} is not on this machine`), { code: "ENOTFOUND" })

const { lookup } = dns
dns.lookup = ((host: string, options: object, callback: (error: Error) => void) =>
  isHere(host) ? lookup(host, options as never, callback as never) : setImmediate(callback, refusal(host))) as never
const { lookup: promised } = dns.promises
dns.promises.lookup = (async (host: string, options: object) => {
  if (!isHere(host)) throw refusal(host)
  return promised(host, options as never)
}) as never
for (const resolver of [dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of ["resolve", "resolve4", "resolve6"] as const)
    resolver[name] = (() => {
      throw refusal(name)
    }) as never

const connect = net.Socket.prototype.connect as (this: net.Socket, ...args: unknown[]) => net.Socket
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const [first] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  const { host, path } = (first ?? {}) as { host?: string; path?: string }
  return path !== undefined || typeof first !== "object" || isHere(host) ? connect.apply(this, args) : this.destroy(refusal(host))
} as never
syncBuiltinESMExports()
