import { config } from "../../kit/service/config.ts"
import { oauthScopes } from "../../platform/assistants/rules.ts"
import { title } from "../about.ts"

/** The agent tool server as a resource of OAuth: tokens are for it and for nothing else. */
export const mcpPath = "/v1/mcp"
export const resourceMetadataPath = `/.well-known/oauth-protected-resource${mcpPath}`

export const resourceId = () => `${config.BASE_URL}${mcpPath}`
export const issuer = () => config.BASE_URL

/** Says who gives out tokens for it (RFC 9728). */
export const resourceMetadata = () => ({
  resource: resourceId(),
  resource_name: `${title} agent tools`,
  resource_documentation: `${config.BASE_URL}/docs/guides/agents`,
  authorization_servers: [issuer()],
  scopes_supported: oauthScopes,
  bearer_methods_supported: ["header"],
})

/**
 * Asks for both scopes at once: many clients can't ask for a second one later. The person may still grant the first alone. A client that
 * has sent a token learns that it is the token (RFC 6750).
 */
export const challenge = (authorization: string | undefined) => {
  const reason = /^bearer /i.test(authorization ?? "") ? `error="invalid_token", ` : ""
  return `Bearer ${reason}resource_metadata="${config.BASE_URL}${resourceMetadataPath}", scope="${oauthScopes.join(" ")}"`
}
