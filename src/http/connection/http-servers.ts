import cluster from "node:cluster"
import { lookup } from "node:dns/promises"
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import { createServer as createTlsServer, type Server as TlsServer } from "node:https"
import { type AddressInfo, Server as Listener } from "node:net"
import { config } from "../../kit/service/config.ts"
import { followPair, type Pair, readPair } from "./certificate.ts"
import { connectionLimits } from "./connection-limits.ts"
import { drain, isReplaced } from "./drain.ts"
import { watchFileDescriptors } from "./file-descriptors.ts"
import { enableIdleTimeout } from "./idle-timeout.ts"
import { handleBadRequest, hasTwoHosts, refuseExpectation, refuseTwoHosts, refuseWithoutHost } from "./malformed-requests.ts"
import { openSockets } from "./open-sockets.ts"
import { answerPlainHttp, handshakeTimeoutMs } from "./plain-http.ts"

/** Headers have less time than the whole request, and a late one is found within `connectionsCheckingInterval`. */
const options = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  optimizeEmptyRequests: true,
  requireHostHeader: false, // refuseWithoutHost answers with an error of the catalogue instead
}

/** What the HTTP servers of one app share. */
type Group = { handle: RequestListener; admit: ReturnType<typeof connectionLimits>; further: Server[]; tls?: Certificate }
/** The pair that new servers begin with, and those that follow when it changes. */
type Certificate = { pair: Pair; servers: TlsServer[] }
const groups = new WeakMap<Server, Group>()

/** Creates the first server of an app, for Fastify. */
export function createFirstServer(handle: RequestListener): Server {
  const { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS, TRUST_PROXY, tls } = config
  // All connections of a proxy come from its address, so they are bounded in all only.
  const perAddress = TRUST_PROXY > 0 ? 0 : MAX_CONNECTIONS_PER_ADDRESS
  const group: Group = { handle, admit: connectionLimits({ inAll: MAX_CONNECTIONS, perAddress }), further: [] }
  if (tls) group.tls = { pair: readPair(tls), servers: [] }
  const first = create(group)
  groups.set(first, group)
  if (tls)
    first.once(
      "close",
      followPair(tls, group.tls!.pair, pair => setPair(group.tls!, pair)),
    )
  return first
}

function create({ handle, admit, tls }: Group): Server {
  const listener: RequestListener = (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === "1.1") refuseWithoutHost(request, response)
    else if (hasTwoHosts(request)) refuseTwoHosts(request, response)
    else handle(request, response)
  }
  const server = tls ? createWithTls(tls, listener) : createServer(options, listener)
  // In one of several processes `cluster` closes the listener by this method; http's own would also cut idle connections off.
  if (cluster.isWorker) Object.assign(server, { close: Listener.prototype.close })
  enableIdleTimeout(server)
  watchFileDescriptors(server)
  return server.on("connection", admit).on("checkExpectation", refuseExpectation)
}

function createWithTls(tls: Certificate, listener: RequestListener): TlsServer {
  const server = createTlsServer({ ...options, ...tls.pair, handshakeTimeout: handshakeTimeoutMs }, listener)
  answerPlainHttp(server)
  openSockets(server, "secureConnection") // from now on, for the stop
  tls.servers.push(server)
  return server
}

/** Connections that are open keep the certificate that they began with. */
function setPair(tls: Certificate, pair: Pair) {
  tls.pair = pair
  for (const server of tls.servers) server.setSecureContext(pair)
}

/** `localhost` is two addresses on most machines. */
export async function addressesOf(host: string): Promise<string[]> {
  const found = host === "localhost" ? await lookup(host, { all: true }).catch(() => []) : []
  return found.map(({ address }) => address)
}

/**
 * A server listens on one address. Those for the further ones have the same limits; the ones that Fastify would add by itself have none
 * of them. An address that can't be used is left out.
 */
export async function listenOnFurtherAddresses(first: Server, addresses: string[]) {
  const group = groups.get(first)!
  const { address: used, port } = first.address() as AddressInfo
  for (const host of addresses.filter(address => address !== used)) {
    const server = create(group).on("clientError", handleBadRequest) // Fastify adds this listener to the first one
    const isListening = await once(server.listen({ host, port, backlog: 1024 }), "listening").then(
      () => true,
      () => false,
    )
    if (isListening) group.further.push(server)
  }
}

/** Resolves when the further servers have closed; Fastify waits for the first. */
export async function drainServers(first: Server) {
  const { further } = groups.get(first)!
  // A proxy sends no requests to a worker. When the service stops on the embedded database, it has no other process to go to meanwhile.
  const { TRUST_PROXY, ROLE, embedded } = config
  const options = { isBehindProxy: TRUST_PROXY > 0 && ROLE !== "worker" && (!embedded || isReplaced()) }
  await Promise.all([drain(first, options), ...further.flatMap(server => [once(server, "close"), drain(server, options)])])
}
