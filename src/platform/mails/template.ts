/** The content of a mail. Text and HTML are rendered from it, so the two never differ. */
export type MailTemplate = {
  subject: string
  greeting: string
  paragraphs: string[]
  rows?: [name: string, value: string][]
  action?: { label: string; url: string }
  footer: string
}

export function renderText({ greeting, paragraphs, rows = [], action, footer }: MailTemplate): string {
  const table = rows.map(([name, value]) => `  ${name}: ${value}`).join("\n")
  return [greeting, ...paragraphs, table, action && `${action.label}:\n${action.url}`, footer].filter(Boolean).join("\n\n") + "\n"
}

export function renderHtml({ subject, greeting, paragraphs, rows = [], action, footer }: MailTemplate): string {
  const table = rows.map(([name, value]) => `<tr><td>${escape(name)}</td><td class="n">${escape(value)}</td></tr>`).join("")
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escape(subject)}</title><style>${style}</style></head>
<body><main><p>${escape(greeting)}</p>${paragraphs.map(text => `<p>${escape(text)}</p>`).join("")}
${table && `<table>${table}</table>`}
${action ? `<p><a class="b" href="${escape(action.url)}">${escape(action.label)}</a></p>` : ""}
<p class="f">${escape(footer)}</p></main></body></html>`
}

const style = `body{margin:0;background:#f6f6f4;color:#1c1c1a;font:15px/1.55 -apple-system,"Segoe UI",Inter,Arial,sans-serif}
main{max-width:480px;margin:32px auto;padding:32px;background:#fff;border:1px solid #e4e4df;border-radius:12px}
table{width:100%;border-collapse:collapse;margin:16px 0}td{padding:8px 0;border-top:1px solid #e4e4df}.n{text-align:right;white-space:nowrap}
.b{display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1c1a;color:#fff;text-decoration:none;font-weight:600}
.f{color:#6b6b66;font-size:13px}
@media (prefers-color-scheme:dark){body{background:#141413;color:#ededea}main{background:#1d1d1b;border-color:#33332f}td{border-color:#33332f}
.b{background:#ededea;color:#141413}.f{color:#a3a39c}}`

/** Escapes text for HTML, in elements and in quoted attributes. */
export const escape = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
