// The official client library, in its older and its current generation, used like a program that people connect.
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client"
import { UnauthorizedError as OlderUnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js"
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Any } from "./harness.ts"

const info = { name: "official", version: "1" }

/** What both generations store for a client: its registration, its tokens, and where to send the person. */
type ClientMemory = ReturnType<typeof createClientMemory>

export function createClientMemory(name: string, redirectUri: string) {
  const stored: Any = {}
  return {
    stored,
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => stored.client,
    saveClientInformation: (client: object) => void (stored.client = client),
    tokens: () => stored.tokens,
    saveTokens: (tokens: object) => void (stored.tokens = tokens),
    redirectToAuthorization: (address: URL) => void (stored.address = address),
    saveCodeVerifier: (verifier: string) => void (stored.verifier = verifier),
    codeVerifier: () => stored.verifier,
    saveDiscoveryState: (state: object) => void (stored.discovery = state),
    discoveryState: () => stored.discovery,
    invalidateCredentials(scope: string) {
      if (scope === "all" || scope === "tokens") stored.tokens = undefined
    },
  }
}

type Connected = {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}
type Generation = {
  name: string
  /** Rejects with `Unauthorized` if a person has to sign in first. */
  connect(url: URL, memory: ClientMemory): Promise<Connected>
  /** Exchanges the code that the browser returned with. */
  finish(url: URL, memory: ClientMemory, parameters: URLSearchParams): Promise<void>
  Unauthorized: new () => Error
}

const current = (name: string, mode: "auto" | "legacy"): Generation => ({
  name,
  async connect(url, authProvider) {
    const client = new Client(info, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider }))
    return client
  },
  finish: (url, authProvider, parameters) => new StreamableHTTPClientTransport(url, { authProvider }).finishAuth(parameters),
  Unauthorized: UnauthorizedError,
})

const older: Generation = {
  name: "the older generation",
  async connect(url, authProvider) {
    const client = new OlderClient(info)
    await client.connect(new OlderTransport(url, { authProvider }))
    return client
  },
  finish: (url, authProvider, parameters) => new OlderTransport(url, { authProvider }).finishAuth(parameters.get("code")!),
  Unauthorized: OlderUnauthorizedError,
}

export const generations = { current: current("the current generation", "auto"), older }
/** Also the current generation with the protocol of the older one. */
export const everyClient = [generations.current, current("the current generation with the earlier protocol", "legacy"), older]
