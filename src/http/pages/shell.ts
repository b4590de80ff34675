import type { FastifyReply } from "fastify"
import { escape } from "../../mails/letter.ts"

/** A page: its name, what it says, and whether the little script has something to do on it. */
export type View = { title: string; body: string; description?: string; script?: true }

/** Everything comes from here, nothing runs that is written into the page, and nobody may frame it. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
}

export function sendPage(reply: FastifyReply, view: View) {
  return reply.headers(pageHeaders).send(page(view))
}

export function page({ title, body, description, script }: View): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${description ? `<meta name="description" content="${escape(description)}">` : `<meta name="robots" content="noindex">`}
<title>${escape(title)}</title>
<link rel="icon" href="/assets/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/site.css">
${script ? `<script src="/assets/site.js" defer></script>` : ""}
</head>
<body>
${body}
</body>
</html>
`
}

export const brand = (below: string) => `<a class="brand" href="/"><img src="/assets/logo.svg" alt="" width="32" height="32">
<span>Countersign<small>${escape(below)}</small></span></a>`
