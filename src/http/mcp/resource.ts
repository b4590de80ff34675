import { config } from "../../kit/service/config.ts"
import { oauthScopes } from "../../platform/assistants/rules.ts"
import { title } from "../about.ts"

/** The agent tool server as an OAuth resource. Tokens are valid only for it. */
export const mcpPath = "/v1/mcp"
export const resourceMetadataPath = `/.well-known/oauth-protected-resource${mcpPath}`

export const resourceId = () => `${config.BASE_URL}${mcpPath}`
export const issuer = () => config.BASE_URL

/** Names the server that issues its tokens (RFC 9728). */
export const resourceMetadata = () => ({
  resource: resourceId(),
  resource_name: `${title} agent tools`,
  resource_documentation: `${config.BASE_URL}/docs/guides/agents`,
  authorization_servers: [issuer()],
  scopes_supported: oauthScopes,
  bearer_methods_supported: ["header"],
})

/**
 * Asks for both scopes at once, because many clients can't ask for a second one later. The person may still grant only the first. A client
 * that sent a token learns that the token is invalid (RFC 6750).
 */
export const challenge = (authorization: string | undefined) => {
  const reason = /^bearer /i.test(authorization ?? "") ? `error="invalid_token", ` : ""
  return `Bearer ${reason}resource_metadata="${config.BASE_URL}${resourceMetadataPath}", scope="${oauthScopes.join(" ")}"`
}
