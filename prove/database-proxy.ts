import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/** A proxy to the socket of the embedded PostgreSQL, which can break all connections, or stop passing data. */
export async function startDatabaseProxy(databaseUrl: string) {
  const [, user = "", name = "", host = ""] = /^postgres:\/\/(.+)@[^/]*\/(\w+)\?host=([^&]+)/.exec(databaseUrl) ?? []
  const path = `${decodeURIComponent(host)}/.s.PGSQL.5432`
  const clients = new Set<Socket>()
  const server = createServer(client => {
    clients.add(client)
    const upstream = connect({ path })
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from
        .on("error", () => {})
        .on("close", () => {
          clients.delete(client)
          to.destroy()
        })
      from.pipe(to)
    }
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${name}`,
    /** What was sent is processed; whether it was is not known to the service. */
    cut() {
      for (const client of clients) client.resetAndDestroy()
    },
    async close() {
      server.close()
      for (const client of clients) client.destroy()
      await once(server, "close")
    },
  }
}
