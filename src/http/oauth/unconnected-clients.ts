import type Provider from "oidc-provider"
import type { errors, KoaContextWithOIDC } from "oidc-provider"
import { isConnectedClient } from "../../platform/assistants/oauth-record-store.ts"
import { isLoopback } from "../../platform/assistants/rules.ts"
import { oauthPaths } from "./paths.ts"

/**
 * Anybody can register a client with any address. Until a person has connected it, errors of its requests are shown on
 * a page of ours: a link to us would otherwise redirect to that address without a question (RFC 9700, 4.11.2).
 */
export function refuseUnconnectedClients(provider: Provider) {
  provider.use(async (ctx, next) => {
    const { client_id: id } = ctx.query
    ctx.state["isUnconnected"] = ctx.path === oauthPaths.authorization && !(typeof id === "string" && (await isConnectedClient(id)))
    await next()
  })
  provider.on("authorization.error", refuseHere)
}

/** A program on the person's own computer still gets the error. */
function refuseHere(ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) {
  const { redirect_uri: address } = ctx.oidc.params ?? ctx.query
  const isOwnComputer = typeof address === "string" && URL.canParse(address) && isLoopback(address)
  if (ctx.state["isUnconnected"] !== true || isOwnComputer) return
  error.allow_redirect = false
  ctx.status = 400
}
