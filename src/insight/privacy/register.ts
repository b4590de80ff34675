/** What is stored about a contact in one table. Conditions call the row `t` and the request `r`, with `ids`, `contact` and `emails`. */
type Personal = {
  table: string
  /** Which rows are about the contact. */
  about: string
  /** Columns that are about the person alone, and the SQL of their new values. */
  overwritten?: Record<string, string>
  /** Texts that people wrote. The contact's names, e-mails and phones are removed from them. */
  texts?: readonly string[]
  /** The same in JSON. */
  json?: readonly string[]
  /** The rows are deleted, because nothing needs them. */
  isDeleted?: true
  /** A change makes every unit of work that has read the row run again. */
  hasRevision?: true
  /** As many characters as a column takes: a text gets longer where a short name is replaced. */
  maxLengths?: Record<string, number>
  /** Columns that no export shows: secrets, hashes and internal values. */
  hidden?: readonly string[]
}

const gone = "'[erased]'"
const owned = "t.id = any (r.ids)"
/** A mail to the contact. Other mails about the same objects go to the staff. */
const isToContact = `(lower(t.recipient) = any (r.emails) or t.kind in (
  'payment-request', 'reminder', 'receipt', 'refund', 'subscription-started', 'charge-failed', 'authentication-needed', 'sign-in-link'))`
const isAboutContact = "(t.object_id = any (r.ids) or lower(t.recipient) = any (r.emails))"
/** It has the text of a note about the contact. */
const isOfItsNote = "(t.kind = 'mention' and t.object_id = r.contact)"

/**
 * Amounts, dates, statuses and ids are the books and stay. Other code overwrites the contact's own row, its events and its audit entries.
 */
export const register: readonly Personal[] = [
  {
    table: "payment_intents",
    about: owned,
    texts: ["reference", "description"],
    json: ["items", "metadata"],
    hasRevision: true,
  },
  {
    table: "transactions",
    about: owned,
    texts: ["reference"],
    json: ["metadata", "documents", "failure"],
    hasRevision: true,
    hidden: ["token", "charge_key"],
  },
  { table: "refund_intents", about: owned, texts: ["reason"], json: ["items", "shares", "metadata", "failure"], hasRevision: true },
  { table: "disputes", about: owned, texts: ["reason"], json: ["evidence", "metadata"], hasRevision: true },
  { table: "subscriptions", about: owned, texts: ["description"], json: ["items", "metadata", "last_failure"], hasRevision: true },
  { table: "orders", about: owned, json: ["items", "metadata"], hasRevision: true },
  {
    table: "payment_link_purchases",
    about: owned,
    overwritten: { name: gone, email: "r.placeholder", answers: "'[]'", metadata: "'{}'" },
    hasRevision: true,
  },
  { table: "payment_splits", about: owned, json: ["metadata"], hasRevision: true },
  { table: "approval_requests", about: owned, texts: ["reason"], json: ["facts", "effects", "decisions", "metadata"], hasRevision: true },
  {
    table: "bank_transfers",
    about: "(t.payment_intent_id = any (r.ids) or t.transaction_id = any (r.ids))",
    texts: ["reference"],
    json: ["metadata"],
    hasRevision: true,
  },
  {
    table: "bank_lines",
    about: `exists (
      select 1 from jsonb_array_elements(t.matches) m where m ->> 'object' = any (r.ids) or m ->> 'transaction' = any (r.ids))`,
    overwritten: { name: gone, counterparty_masked: "null", counterparty_hash: "null" },
    texts: ["text", "note"],
    json: ["refs", "metadata"],
    hasRevision: true,
    maxLengths: { text: 1000, note: 500 },
    hidden: ["counterparty_hash", "booking_key"],
  },
  {
    table: "authorizations",
    about: owned,
    overwritten: { bank_account_masked: gone },
    texts: ["reference", "failure_reason"],
    json: ["metadata"],
    hasRevision: true,
  },
  {
    table: "bank_answer_items",
    about: `exists (
      select 1 from payment_file_lines l
      where l.tenant_id = t.tenant_id and l.file_id = t.file_id and l.position = t.line and l.transaction_id = any (r.ids))`,
    texts: ["note", "handling"],
    maxLengths: { note: 500 },
  },
  // What the bank got stays in its encrypted file, as proof of the payment.
  { table: "payment_file_lines", about: "t.transaction_id = any (r.ids)", overwritten: { name: gone, account: gone } },
  {
    table: "bank_accounts",
    about: owned,
    overwritten: {
      holder: gone,
      status: "'inactive'",
      sealed: "null",
      fingerprint: "null",
      last_digits: "''",
      bic: "null",
      routing: "null",
      address: "null",
      metadata: "'{}'",
    },
    hasRevision: true,
    hidden: ["sealed", "fingerprint"],
  },
  {
    table: "mandate_signatures",
    about: "t.authorization_id = any (r.ids)",
    overwritten: { signed_by: gone, text: gone, address: gone, user_agent: gone },
  },
  {
    table: "saved_methods",
    about: owned,
    overwritten: {
      brand: "null",
      last4: "null",
      expiry_month: "null",
      expiry_year: "null",
      consent_text: gone,
      consent_address: gone,
      consent_user_agent: gone,
    },
    json: ["metadata"],
    hidden: ["gateway_reference"],
  },
  { table: "simulator_mandates", about: "t.key = any (r.ids)", overwritten: { holder: gone } },
  {
    table: "simulator_dispute_answers",
    about: "t.dispute in (select d.reference from disputes d where d.tenant_id = t.tenant_id and d.contact_id = r.contact)",
    json: ["evidence"],
  },
  {
    table: "mails",
    about: `${isAboutContact} and ${isToContact}`,
    overwritten: {
      recipient: "r.placeholder",
      subject: gone,
      text: gone,
      html: gone,
      error: "null",
      status: "case when t.status in ('queued', 'sending') then 'failed' else t.status end",
    },
    hasRevision: true,
    hidden: ["html"],
  },
  {
    table: "mails",
    about: `${isOfItsNote} and not ${isToContact}`,
    overwritten: { text: gone, html: gone },
    hasRevision: true,
    hidden: ["html"],
  },
  {
    table: "mails",
    about: `${isAboutContact} and not ${isToContact} and not ${isOfItsNote}`,
    texts: ["subject", "text", "html", "error"],
    hasRevision: true,
    hidden: ["html"],
  },
  { table: "notes", about: "t.object_id = r.contact", overwritten: { text: gone }, hasRevision: true },
  {
    table: "notes",
    about: "t.object_id = any (r.ids) and t.object_id <> r.contact",
    texts: ["text"],
    hasRevision: true,
    maxLengths: { text: 5000 },
  },
  // Somebody may have saved a search for the person. An export looks for no names.
  { table: "saved_views", about: "r.always <> ''", texts: ["name"], json: ["query"], hasRevision: true, maxLengths: { name: 60 } },
  { table: "object_tags", about: "t.object_id = r.contact", isDeleted: true },
  // A numbered document is a record that tax law makes the tenant keep as it was issued. Others can be made again, without the person.
  { table: "documents", about: "t.object_id = any (r.ids) and t.number is null", isDeleted: true, hidden: ["content"] },
  { table: "metadata_entries", about: "t.kind = 'bank_accounts' and t.object_id = any (r.ids)", isDeleted: true },
  { table: "metadata_entries", about: "t.kind not in ('contacts', 'bank_accounts') and t.object_id = any (r.ids)", texts: ["value"] },
  {
    table: "import_rows",
    about: `(t.object_id = any (r.ids) or lower(t.key) = any (r.emails)
      or exists (select 1 from unnest(r.emails) e where position(e in lower(t.message)) > 0))`,
    texts: ["key", "message"],
  },
  // Their hashes could be guessed from an e-mail. A file that is imported again makes the contact anew.
  { table: "import_keys", about: "t.object_id = any (r.ids)", isDeleted: true, hidden: ["key", "content"] },
  { table: "portal_links", about: "t.audience = 'contact' and t.party_id = r.contact", isDeleted: true, hidden: ["hash", "used_by"] },
  { table: "portal_sessions", about: "t.audience = 'contact' and t.party_id = r.contact", isDeleted: true, hidden: ["hash"] },
]

/**
 * The tables of objects that belong to a contact, and the column that refers to it. The last two refer to objects of the tables before
 * them.
 */
export const objectTables = {
  payment_intents: "contact_id",
  transactions: "contact_id",
  refund_intents: "contact_id",
  disputes: "contact_id",
  subscriptions: "contact_id",
  orders: "contact_id",
  authorizations: "contact_id",
  saved_methods: "contact_id",
  bank_accounts: "contact_id",
  payment_link_purchases: "contact_id",
} as const

/** What must end before a contact can be erased: money in flight, and debts. */
export const openStates = [
  {
    noun: "payment intent",
    table: "payment_intents",
    where: "status in ('due', 'overdue', 'paid-partial')",
    advice: "wait for its payment or cancel it",
  },
  { noun: "transaction", table: "transactions", where: "status in ('pending-approval', 'processing')", advice: "wait for its outcome" },
  {
    noun: "refund",
    table: "refund_intents",
    where: "status in ('draft', 'approved', 'processing')",
    advice: "wait for its outcome or cancel it",
  },
  { noun: "dispute", table: "disputes", where: "status in ('needs-response', 'under-review')", advice: "wait for its decision" },
  { noun: "subscription", table: "subscriptions", where: "status in ('active', 'paused')", advice: "cancel it" },
  { noun: "mandate", table: "authorizations", where: "ended_at is null", advice: "revoke or cancel it" },
  { noun: "order", table: "orders", where: "status = 'open'", advice: "complete or cancel it" },
] as const
