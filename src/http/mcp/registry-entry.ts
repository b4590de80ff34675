import { config } from "../../kit/service/config.ts"
import { serverInfo } from "../about.ts"

/** The entry for the MCP registry. The registry requires a name under a domain and icons over https. */
export function registryEntry() {
  const { name, ...rest } = serverInfo()
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: `${reversedHost()}/${name}`,
    ...rest,
    remotes: [{ type: "streamable-http", url: `${config.BASE_URL}/v1/mcp`, headers }],
  }
}

/** pay.example.com → com.example.pay: the operator of an installation owns its domain. */
const reversedHost = () => new URL(config.BASE_URL).hostname.split(".").toReversed().join(".")

const headers = [
  {
    name: "Authorization",
    description: "For programs that can't sign in: Bearer, a space, and an API key of the tenant",
    isRequired: false,
    isSecret: true,
  },
  { name: "X-TENANT-ID", description: "The tenant that the key must belong to", isRequired: false, isSecret: false },
]
