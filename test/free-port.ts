import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"
import { take } from "./taken.ts"

/**
 * A free port, given out only once in a run of the tests, because a server binds it a second later. It is below the range of outgoing
 * connections, one of which could take the port before that.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(15_000, 32_000)
  if (!take(`port ${port}`)) return freePort()
  const probe = createServer().listen(port, "127.0.0.1")
  const isFree = await once(probe, "listening").then(
    () => true,
    () => false,
  )
  probe.close()
  return isFree ? port : freePort()
}
