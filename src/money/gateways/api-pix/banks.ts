/** Where a bank offers API Pix, and in what it differs from others. */
export type Bank = {
  name: string
  /** The number of the bank in Pix. */
  ispb: string
  live: Addresses
  /** Absent where the bank has no test environment that works like the live one. */
  test?: Addresses
  /** How the client shows who it is when it asks for a token: HTTP Basic, fields of the form, or by its certificate alone. */
  tokenBy: "basic" | "form" | "certificate"
  /** Some banks take the request for a token as JSON. */
  tokenAs?: "json"
  /** Some banks give all the scopes of the client, and refuse to be asked for some. */
  givesAllScopes?: true
  /** The name of the parameter that carries the application's key. */
  appKeyParameter?: string
  /** The name of the header that carries the client's id. */
  clientIdHeader?: string
  /** Headers that let a webhook be registered whose address asks for no certificate. */
  webhookHeaders?: Readonly<Record<string, string>>
}

type Addresses = { baseUrl: string; tokenUrl: string }

/** Banks whose addresses are public. For any other one, a person gives both addresses. */
export const banks: Readonly<Record<string, Bank>> = {
  efi: {
    name: "Efí",
    ispb: "09089356",
    live: { baseUrl: "https://pix.api.efipay.com.br/v2", tokenUrl: "https://pix.api.efipay.com.br/oauth/token" },
    test: { baseUrl: "https://pix-h.api.efipay.com.br/v2", tokenUrl: "https://pix-h.api.efipay.com.br/oauth/token" },
    tokenBy: "basic",
    tokenAs: "json",
    givesAllScopes: true,
    webhookHeaders: { "x-skip-mtls-checking": "true" },
  },
  "banco-do-brasil": {
    name: "Banco do Brasil",
    ispb: "00000000",
    live: { baseUrl: "https://api-pix.bb.com.br/pix/v2", tokenUrl: "https://oauth.bb.com.br/oauth/token" },
    test: { baseUrl: "https://api-pix.hm.bb.com.br/pix/v2", tokenUrl: "https://oauth.hm.bb.com.br/oauth/token" },
    tokenBy: "basic",
    appKeyParameter: "gw-dev-app-key",
  },
  itau: {
    name: "Itaú",
    ispb: "60701190",
    live: { baseUrl: "https://secure.api.itau/pix_recebimentos/v2", tokenUrl: "https://sts.itau.com.br/api/oauth/token" },
    tokenBy: "form",
    givesAllScopes: true,
  },
  sicoob: {
    name: "Sicoob",
    ispb: "02038232",
    live: {
      baseUrl: "https://api.sicoob.com.br/pix/api/v2",
      tokenUrl: "https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token",
    },
    tokenBy: "certificate",
    clientIdHeader: "client_id",
  },
  inter: {
    name: "Inter",
    ispb: "00416968",
    live: {
      baseUrl: "https://cdpj.partners.bancointer.com.br/pix/v2",
      tokenUrl: "https://cdpj.partners.bancointer.com.br/oauth/v2/token",
    },
    test: {
      baseUrl: "https://cdpj-sandbox.partners.uatinter.co/pix/v2",
      tokenUrl: "https://cdpj-sandbox.partners.uatinter.co/oauth/v2/token",
    },
    tokenBy: "form",
  },
}
