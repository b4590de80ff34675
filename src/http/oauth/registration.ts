import { randomUUID } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import type Provider from "oidc-provider"
import { type Adapter, type AdapterPayload, errors } from "oidc-provider"
import { z } from "zod"
import { Problem } from "../../kit/pure/problem.ts"
import { redirectHostOf } from "../../platform/assistants/rules.ts"
import { type Body, parseFields } from "../body.ts"

/**
 * The part of a registration that is used. Clients send much more; a `scope`, for example, would bar them from asking for another one
 * later. All clients are public: PKCE protects the code, and there is no secret to store.
 */
const Registration = z.object({
  client_name: z.string().max(200).optional(),
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(10),
})

/** Clients register themselves (RFC 7591), for those that publish no document about themselves. */
export async function register(provider: Provider, { body }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  try {
    const fields = Registration.parse(parseFields((body as Body | undefined) ?? { bytes: Buffer.alloc(0) }))
    return await reply.code(201).send(await createClient(provider, fields))
  } catch (error) {
    return refuse(reply, error)
  }
}

async function createClient(provider: Provider, { client_name: name, redirect_uris }: z.output<typeof Registration>): Promise<object> {
  const Client = provider.Client as unknown as ClientModel
  const client = new Client({
    client_id: randomUUID(),
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: clientName(name, redirect_uris[0]!),
    redirect_uris,
    application_type: "native",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  })
  const metadata = client.metadata()
  await Client.adapter.upsert(client.clientId, metadata)
  return metadata
}
/** The types of oidc-provider lack this constructor, which validates the metadata. */
type ClientModel = { new (metadata: object): { clientId: string; metadata(): AdapterPayload }; adapter: Pick<Adapter, "upsert"> }

/** A name of one line; a client without one is called by its address. */
export function clientName(name: string | undefined, redirectUri: string): string {
  const line = (name ?? "")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .slice(0, 100)
    .toWellFormed() // the cut may split a surrogate pair
  return line || (URL.canParse(redirectUri) ? redirectHostOf(redirectUri) : "An assistant")
}

/** The error of RFC 7591. */
function refuse(reply: FastifyReply, error: unknown) {
  const [code, description] = reasonFor(error)
  return reply.code(400).send({ error: code, error_description: description })
}

function reasonFor(error: unknown): [code: string, description: string] {
  if (error instanceof errors.OIDCProviderError) return [error.error, error.error_description ?? error.message]
  if (error instanceof z.ZodError)
    return error.issues[0]?.path[0] === "client_name"
      ? ["invalid_client_metadata", "client_name must be a text of at most 200 characters"]
      : ["invalid_redirect_uri", "redirect_uris must be a list of 1 to 10 addresses"]
  if (error instanceof Problem && error.status < 500) return ["invalid_client_metadata", error.message]
  throw error
}
