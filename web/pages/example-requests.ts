import { t } from "../lib/translate.ts"

type Example = { title: string; about: string; method: "GET" | "POST"; path: string; body?: object; hasKey?: true; isSandboxOnly?: true }

export const languages = [
  { id: "curl", label: t`curl` },
  { id: "javascript", label: t`JavaScript` },
] as const
export type Language = (typeof languages)[number]["id"]

/** In the order in which somebody new would try them. */
export const examples: readonly Example[] = [
  { title: t`Who am I`, about: t`Shows whether the key works, and what it may do`, method: "GET", path: "/v1/users/user" },
  {
    title: t`Create a contact`,
    about: t`Somebody who pays you; you can use the e-mail instead of the id`,
    method: "POST",
    path: "/v1/contacts/create",
    body: { email: "ana@example.com", profile: { firstName: "Ana", lastName: "Souza" } },
  },
  {
    title: t`Ask for a payment`,
    about: t`Answers with links.short, a page where the contact pays`,
    method: "POST",
    path: "/v1/payment-intents/create",
    body: {
      intentType: "ad-hoc",
      contact: "ana@example.com",
      currency: "EUR",
      dueAt: "2030-01-31T12:00:00Z",
      items: [{ name: "General English, 24 weeks", amount: 124_000 }],
    },
    hasKey: true,
  },
  {
    title: t`Pay it with a test token`,
    about: t`Sandbox only: the number of the payment, and a token that settles at once`,
    method: "POST",
    path: "/v1/gateways/simulator/charges/create",
    body: { paymentIntent: "PI-000001", method: "card", token: "tok_success" },
    hasKey: true,
    isSandboxOnly: true,
  },
  {
    title: t`List what is overdue`,
    about: t`Filters, sort and pages are the same for every list`,
    method: "GET",
    path: "/v1/payment-intents?status=overdue&limit=10",
  },
  {
    title: t`Receive payment events`,
    about: t`Your server first gets a token by GET and returns it; after that it gets every event, signed`,
    method: "POST",
    path: "/v1/dev/webhooks/create",
    body: { url: "https://example.com/hooks", events: ["paymentIntents.update"] },
  },
  {
    title: t`Follow events as they happen`,
    about: t`Server-sent events; a client that was cut off resumes by Last-Event-ID`,
    method: "GET",
    path: "/v1/dev/events/stream",
  },
]

type Place = { baseUrl: string; tenant: string }

export const render = (example: Example, language: Language, place: Place) =>
  language === "curl" ? renderCurl(example, place) : renderJavaScript(example, place)

function renderCurl({ method, path, body, hasKey }: Example, { baseUrl, tenant }: Place): string {
  const lines = [
    `curl "${baseUrl}${path}"`,
    `  -H "Authorization: ApiKey $KEY"`,
    `  -H "X-TENANT-ID: ${tenant}"`,
    ...(hasKey ? [`  -H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(method === "POST" ? [`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(body, null, 2)}'`] : []),
  ]
  return lines.join(" \\\n")
}

function renderJavaScript({ method, path, body, hasKey }: Example, { baseUrl, tenant }: Place): string {
  const headers = [
    "    authorization: `ApiKey ${process.env.KEY}`,",
    `    "x-tenant-id": "${tenant}",`,
    ...(hasKey ? [`    "idempotency-key": crypto.randomUUID(),`] : []),
    ...(method === "POST" ? [`    "content-type": "application/json",`] : []),
  ]
  const json = JSON.stringify(body, null, 2)?.replaceAll("\n", "\n  ")
  const isStream = path.endsWith("/stream")
  return [
    `const response = await fetch("${baseUrl}${path}", {`,
    `  method: "${method}",`,
    "  headers: {",
    ...headers,
    "  },",
    ...(json ? [`  body: JSON.stringify(${json}),`] : []),
    "})",
    isStream
      ? "for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) console.log(chunk)"
      : "const { data, error } = await response.json()",
  ].join("\n")
}
