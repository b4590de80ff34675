import type { Credentials, Inspection } from "../provider.ts"
import { CredentialsRejected } from "../provider.ts"
import { GatewayUnreachable } from "../gateway.ts"
import { LostAnswer } from "../provider-calls.ts"
import { accountIdOf, assertCertificates, type PixAccount, readAccount } from "./account.ts"
import { callBank, isScopeRefusal, neededScopes, requestScopes, requestToken } from "./client.ts"
import { txidOf } from "./txid.ts"

export async function inspect(credentials: Credentials): Promise<Inspection> {
  const account = readAccount(credentials)
  assertCertificates(account)
  const name = `${account.bank?.name ?? URL.parse(account.baseUrl)?.host}, Pix key …${account.pixKey.slice(-4)}`
  return {
    account: { id: accountIdOf(account), name, country: "BR" },
    mode: account.mode,
    missingRights: await missingRightsOf(account).catch(refuseLost),
  }
}

/** Nothing was asked for, so nothing is open. A bank that does not like a certificate often just hangs up. */
function refuseLost(error: unknown): never {
  if (!(error instanceof LostAnswer)) throw error
  throw new GatewayUnreachable("the bank ended the connection; check the addresses and the certificate", { cause: error })
}

/** By the scopes of the token. A bank that does not tell them, or gives none of many, is asked for each. */
async function missingRightsOf(account: PixAccount): Promise<string[]> {
  try {
    const { scope } = await requestToken(account)
    if (scope === undefined || scope.trim() === "") return await refusedCalls(account)
    const granted = scope.split(/[\s,]+/)
    return neededScopes.filter(each => !granted.includes(each))
  } catch (error) {
    if (!isScopeRefusal(error)) throw error
    return refusedScopes(account, error)
  }
}

/** Where every single scope is refused, the credentials are the trouble. */
async function refusedScopes(account: PixAccount, refusal: unknown): Promise<string[]> {
  const refused: string[] = []
  for (const scope of neededScopes) if (!(await isAllowed(requestScopes(account, [scope])))) refused.push(scope)
  if (refused.length === neededScopes.length) throw refusal
  return refused
}

/** Calls that change nothing: nothing at the bank has these names. */
async function refusedCalls(account: PixAccount): Promise<string[]> {
  const [txid, endToEndId] = [txidOf("none"), `E${"0".repeat(31)}`]
  const removed = { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" }
  const calls = [
    ["cob.read", { method: "GET", path: `/cob/${txid}` }],
    ["cob.write", { method: "PATCH", path: `/cob/${txid}`, body: removed }],
    ["pix.read", { method: "GET", path: `/pix/${endToEndId}` }],
  ] as const
  const refused: string[] = []
  for (const [right, call] of calls) if (!(await isAllowed(callBank(account, call)))) refused.push(right)
  return refused
}

const isAllowed = (call: Promise<unknown>) =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof CredentialsRejected) return false
      throw error
    },
  )
