import { config } from "../kit/config.ts"
import { about } from "./about.ts"

/** The entry for the MCP registry. It wants a name under a domain, and takes icons over https: publish it from an installation that has it. */
export function registryEntry() {
  const { name, ...rest } = about()
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: `${reversedHost()}/${name}`,
    ...rest,
    remotes: [{ type: "streamable-http", url: `${config.BASE_URL}/v1/mcp`, headers }],
  }
}

/** com.example.pay of pay.example.com: whoever runs an installation owns its name. */
const reversedHost = () => new URL(config.BASE_URL).hostname.split(".").toReversed().join(".")

const headers = [
  { name: "Authorization", description: "Bearer, a space, and an API key of the tenant", isRequired: true, isSecret: true },
  { name: "X-TENANT-ID", description: "Optional: the tenant that the key must belong to", isRequired: false, isSecret: false },
]
