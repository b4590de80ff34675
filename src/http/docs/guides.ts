import { readdirSync, readFileSync } from "node:fs"
import { type Rendered, renderMarkdown } from "./markdown.ts"

const folder = new URL("../../../docs/guides/", import.meta.url)
const exampleUrl = "http://localhost:4000"

/** A file of docs/guides. `about` says in a few words what it is about. */
export type Guide = Rendered & { name: string; source: string; about: string }

/** In the order in which a new user needs them. Guides that are not listed come last. */
const subjects: Record<string, string> = {
  concepts: "The objects, and how they relate to each other",
  authentication: "API keys, tenants, and what is refused",
  dashboard: "Every page for people, and its keys",
  people: "Sign-in, sessions, two-factor, invitations",
  payments: "By hand, gateway, mandate, installments or bank transfer",
  "payment-page": "What payers see, how they pay, and your branding",
  "payment-links": "An address at which anybody can order, and its limits",
  refunds: "Giving back money of a charge",
  disputes: "When the payer's bank contests a charge",
  documents: "Invoices, receipts, credit notes and advices as PDFs, and their numbers",
  payouts: "Sending partners what they earned, and yourself your balance",
  "bank-files": "Your accounts at banks, and payment files for them",
  "direct-debits": "Debiting payers with payment files, by mandates that you hold",
  "bank-statements": "Files of your bank, and which payment each line is",
  mandates: "Bank accounts, and permission to debit them",
  subscriptions: "A payment request for each cycle, charged automatically if you want",
  portals: "What contacts and partners see after a mailed link",
  mails: "The mails to payers, partners and your people, and whether they arrived",
  approvals: "Policies that hold what moves money",
  agents: "Connecting assistants, and what they may do",
  access: "Roles, permissions, teams and the audit log",
  checkpoints: "Signed statements of ledger and audit log, and a program that checks an export by them",
  sdk: "The client for TypeScript and JavaScript",
  "command-line": "Every operation in a terminal and in scripts",
  idempotency: "Repeating a request without doing it twice",
  lists: "Pages, filters and counts",
  webhooks: "Every change, signed, to your program",
  rates: "Exchange rates and installments for web pages",
  testing: "Tokens, the clock and simulations of a sandbox",
  "going-live": "From a sandbox to real money",
  gateways: "Writing an adapter for a real gateway",
  privacy: "How long data is kept, erasing a contact, exporting what is stored",
  operations: "Processes, backups, limits, settings",
  scale: "From one process to all cores of a machine",
  "high-availability": "A second database server, failover, and back to a point in time",
  cells: "Tenants spread over several database servers",
  analytics: "What was billed, paid and is owed, in eleven formats",
  books: "Every movement in your own accounts, for DATEV and QuickBooks, and closed months",
  billing: "What tenants pay for the service itself",
  upgrading: "To a new version, and what stays the same",
}

/** docs/guides as pages, with the address of this installation in their examples. */
export function readGuides(baseUrl: string): Guide[] {
  return guideNames().map(name => {
    const source = readFileSync(new URL(`${name}.md`, folder), "utf8").replaceAll(exampleUrl, baseUrl)
    return { name, source, about: subjects[name] ?? "", ...renderMarkdown(source, resolveAddress) }
  })
}

export const guideNames = (): string[] =>
  readdirSync(folder)
    .filter(file => file.endsWith(".md"))
    .map(file => file.slice(0, -".md".length))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))

const order = Object.keys(subjects)
const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** The guides link to each other and to other files of the repository. Only some of these files exist on the site. */
export function resolveAddress(address: string): string | undefined {
  if (/^(https:\/\/|#)/.test(address)) return address
  const [, guide, anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(address) ?? []
  if (guide) return `/docs/guides/${guide}${anchor}`
  const [, image] = /^\.\.\/images\/([\w-]+\.png)$/.exec(address) ?? []
  return image ? `/docs/images/${image}` : others[address]
}

const others: Record<string, string> = {
  "../errors.md": "/docs/errors",
  "../openapi.json": "/docs/openapi.json",
}
