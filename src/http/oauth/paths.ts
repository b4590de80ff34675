export const oauthPaths = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  registration: "/oauth/register",
  revocation: "/oauth/revoke",
  jwks: "/oauth/jwks",
}

export const metadataPath = "/.well-known/oauth-authorization-server"

/** The page on which a person decides about an authorization request. */
export const connectPath = (uid: string) => `/oauth/connect/${uid}`
