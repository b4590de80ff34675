import { tagline, title } from "../about.ts"
import type { Document } from "../openapi/document.ts"
import type { Guide } from "./guides.ts"

/** The reference in the llms.txt format: purpose, conventions, and one line per route. */
export function llmsText({ paths, servers }: Document, guides: Guide[]): string {
  const base = servers[0]!.variables.baseUrl.default
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description, "x-permission": needs }]) => {
      const permission = needs ? ` (needs ${needs})` : ""
      return `- ${method.toUpperCase()} ${path}: ${description.split(".\n")[0]}${permission}`
    }),
  )
  return `# ${title}

> ${tagline}. Self-hosted, multi-tenant, over REST at ${base}/v1 and agent tools at ${base}/v1/mcp.

## Authentication

- Authorization: ApiKey <key>
- X-TENANT-ID: <the tenant's _id>
- Agents connect to ${base}/v1/mcp with Authorization: Bearer <key>.

## Conventions

- Only GET and POST, JSON in and out. A success is {"data": …}, a list {"data": […], "hasMore", "count"},
  a failure {"error": {"code", "message", "docUrl", …}}.
- Amounts are whole numbers of the currency's minor unit: 125000 in BRL is 1,250.00. Currencies are ISO 4217.
- Timestamps are ISO 8601 with a zone, and come back in UTC.
- Unknown fields and parameters are rejected; the error names them.
- Idempotency-Key on creates: the same key and request returns the first response for 24 hours. Without a key, an equal request
  within 120 seconds counts as a repeat.
- Dry-Run: true on a write returns what would happen and saves nothing. If-Match: <version> rejects a stale update.
- Lists: limit (1 to 100), startingAfter, endingBefore, sort, filters such as status=due, amount[gte]=10000, metadata[key]=value.
- A contact can be given by _id or e-mail everywhere, a payment intent and an order by _id or number.

## Guides

${guides.map(({ name, title, about }) => `- [${title}](${base}/docs/guides/${name}.md): ${about}`).join("\n")}

## Routes

${routes.join("\n")}

## More

- [Reference](${base}/docs): every field, with example requests
- [OpenAPI 3.1](${base}/docs/openapi.json): the same for machines, with examples
- [Errors](${base}/docs/errors): every code and what to do
- [Registry entry](${base}/docs/server.json): the agent tool server
`
}
