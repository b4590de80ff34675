/** Where a server listens; a host that begins with a slash is the folder of a Unix socket. */
export type DatabaseServer = { host: string; port: number }

/** Which of several servers is used: one that accepts writes, one that is not a standby, or the first that answers. */
const sessionAttributes = ["read-write", "primary", "any"] as const
type SessionAttribute = (typeof sessionAttributes)[number]

/**
 * `url` names one server, so that `pg` understands it. `servers` is empty if the address names one server and has no
 * `target_session_attrs`: then `url` is used unchanged.
 */
export type DatabaseAddress = { url: string; servers: DatabaseServer[]; attribute: SessionAttribute }

/**
 * Parses an address as libpq does, because `pg` can't: several hosts separated by commas, before the path or in the parameters `host` and
 * `port`, and `target_session_attrs`. Throws an error that says what is wrong.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const [, scheme = "", authority = "", path = "", search = ""] = /^(\w+:\/\/)([^/?#]*)([^?]*)\??(.*)$/s.exec(text) ?? []
  const parameters = new URLSearchParams(search)
  const at = authority.lastIndexOf("@") + 1
  const [user, hosts] = [authority.slice(0, at), authority.slice(at)]
  const [wanted, hostParameter] = [parameters.get("target_session_attrs"), parameters.get("host")]
  const attribute = attributeOf(wanted)
  if (wanted === null && !`${hosts}${hostParameter ?? ""}`.includes(",")) return { url: text, servers: [], attribute }
  const servers = hostParameter === null ? hosts.split(",").map(parseHost) : pairUp(hostParameter, parameters.get("port"))
  for (const name of ["target_session_attrs", "host", "port"]) parameters.delete(name)
  const rest = parameters.size > 0 ? `?${parameters.toString()}` : ""
  return { url: `${scheme}${user}localhost${path}${rest}`, servers, attribute }
}

/** Refuses several servers for a read replica without `target_session_attrs=any`: a primary would be chosen. */
export function assertReadable(text: string) {
  const { servers, attribute } = parseDatabaseUrl(text)
  if (servers.length > 0 && attribute !== "any")
    throw new Error("must name one server, or several with target_session_attrs=any: no replica accepts writes")
}

function attributeOf(wanted: string | null): SessionAttribute {
  const attribute = sessionAttributes.find(each => each === (wanted ?? "read-write"))
  if (attribute) return attribute
  throw new Error(`has target_session_attrs=${wanted}, but Countersign writes: use read-write, primary or any`)
}

const defaultPort = 5432

/** The address of IPv6 is in brackets. */
function parseHost(text: string): DatabaseServer {
  const [, ipv6, name, port = String(defaultPort)] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? []
  const host = ipv6 ?? name
  // The message leaves the text out: it may be a part of a password that is not encoded.
  if (host === undefined) throw new Error("must name each host as host or host:port, with commas between them")
  return { host: decodeURIComponent(host), port: Number(port) }
}

/** One port is for all hosts. */
function pairUp(hostParameter: string, portParameter: string | null): DatabaseServer[] {
  const hosts = hostParameter.split(",")
  const ports = (portParameter ?? String(defaultPort)).split(",").map(Number)
  if (hosts.includes("") || (ports.length !== 1 && ports.length !== hosts.length) || !ports.every(port => port > 0 && port < 65_536))
    throw new Error("must have as many ports as hosts in its parameters host and port, or one port for all")
  return hosts.map((host, i) => ({ host, port: ports[i] ?? ports[0]! }))
}
