import type Provider from "oidc-provider"
import type { errors, KoaContextWithOIDC } from "oidc-provider"
import { isConnectedClient } from "../../platform/assistants/oauth-record-store.ts"
import { isLoopback } from "../../platform/assistants/rules.ts"
import { oauthPaths } from "./paths.ts"

/**
 * Anybody can register a client with any address. Until a person has connected it, what is wrong with its request is said on a page of
 * ours: a link to us would otherwise lead on to that address without a question (RFC 9700, 4.11.2).
 */
export function refuseStrangersHere(provider: Provider) {
  provider.use(async (ctx, next) => {
    const { client_id: id } = ctx.query
    ctx.state["isStranger"] = ctx.path === oauthPaths.authorization && !(typeof id === "string" && (await isConnectedClient(id)))
    await next()
  })
  provider.on("authorization.error", refuseHere)
}

/** What listens on the person's own computer may still be told. */
function refuseHere(ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) {
  const { redirect_uri: address } = ctx.oidc.params ?? ctx.query
  const isOwnComputer = typeof address === "string" && URL.canParse(address) && isLoopback(address)
  if (ctx.state["isStranger"] !== true || isOwnComputer) return
  error.allow_redirect = false
  ctx.status = 400
}
