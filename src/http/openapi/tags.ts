/** What a resource is, in a sentence, and the guides about it. */
type Resource = { about: string; guides?: string[] }
type Group = { title: string; resources: Record<string, Resource> }

/** The resources as the reference groups them, by the tag of their routes. */
export const resourceGroups: Group[] = [
  {
    title: "Parties",
    resources: {
      contacts: {
        about: "A contact is a person or business that pays you. Its e-mail can be used instead of its id.",
        guides: ["concepts"],
      },
      partnerships: {
        about: "A partnership is an agent, institution or supplier that gets a share of payments by its split terms.",
        guides: ["payments", "payouts"],
      },
      "bank-accounts": {
        about: "A bank account of yours, of a contact or of a partnership. Its number is checked, encrypted and shown masked.",
        guides: ["mandates", "payouts"],
      },
    },
  },
  {
    title: "Catalogue",
    resources: {
      services: { about: "A service is something you sell, with a price and perhaps a supplier." },
      orders: { about: "An order collects items for a contact, until payment intents bill them.", guides: ["payments"] },
    },
  },
  {
    title: "Money in",
    resources: {
      "payment-intents": {
        about: "A payment intent is a request for money. The payer opens its link; its status follows from the payments and the clock.",
        guides: ["payments", "concepts"],
      },
      transactions: { about: "A transaction is one payment or refund, with its status, method and amounts.", guides: ["payments"] },
      gateways: { about: "A gateway charges payers. The simulator is built in and answers by token.", guides: ["payments", "testing"] },
      "bank-transfers": {
        about: "An incoming bank transfer pays the payment intent that its reference names, or waits to be allocated.",
        guides: ["payments"],
      },
      authorizations: { about: "An authorization is a mandate: a contact's permission to debit a bank account.", guides: ["mandates"] },
      subscriptions: {
        about: "A subscription raises a payment intent each cycle, and may charge it by a mandate.",
        guides: ["subscriptions", "mandates"],
      },
      "fx-rates": { about: "What arrives through each provider when money is sent in another currency.", guides: ["rates"] },
      "financing-rates": { about: "What paying in installments costs.", guides: ["rates"] },
    },
  },
  {
    title: "Money out",
    resources: {
      "payment-splits": {
        about: "A payment split is a partner's share of a payment intent. It is earned as the money arrives.",
        guides: ["payments"],
      },
      "refund-intents": { about: "A refund intent gives back money of one charge, once a person has released it.", guides: ["refunds"] },
      disputes: {
        about: "A dispute is money of a charge that the payer's bank contests. You answer with evidence, or accept it.",
        guides: ["disputes", "refunds"],
      },
      payouts: { about: "A payout sends splits to a partner, or your balance to yourself.", guides: ["payouts"] },
      balances: { about: "What you hold, owe and are owed, by currency, summed up from the ledger.", guides: ["payments"] },
      ledger: { about: "Every movement of money as a balanced entry of debits and credits, and its verification.", guides: ["payments"] },
    },
  },
  {
    title: "Control",
    resources: {
      approvals: { about: "Policies hold what moves money, until the right people have approved it.", guides: ["approvals"] },
      "audit-log": {
        about: "Who did what, when and from where, chained by hashes so that a change of the past shows.",
        guides: ["access"],
      },
    },
  },
  {
    title: "Reports",
    resources: {
      analytics: { about: "What was billed and paid, and what is owed, by currency, as of any time.", guides: ["analytics"] },
      search: { about: "Finds contacts and partnerships by a part of their name, e-mail or code, even when it is misspelled." },
    },
  },
  {
    title: "People",
    resources: {
      users: { about: "A user is a person or an API key, with one role.", guides: ["access", "people"] },
      teams: { about: "Teams group users, payments and partners.", guides: ["access"] },
      sessions: { about: "A session is a browser in which a person is signed in.", guides: ["people", "authentication"] },
      passwords: { about: "How a person chooses, forgets and changes their password.", guides: ["people"] },
      "two-factor": { about: "The second factor of a person: codes of an authenticator app, and recovery codes.", guides: ["people"] },
      assistants: {
        about: "An assistant is an agent that a person has connected: it acts as that person, as far as they allowed.",
        guides: ["agents"],
      },
      "dev/api-keys": {
        about: "Keys that programs and agents authenticate with, each with a role of its own.",
        guides: ["authentication", "access"],
      },
      billing: { about: "What the tenant pays for the service itself: plan, invoices and the next one.", guides: ["billing"] },
      settings: { about: "The tenant's name, mode, time zone and settings.", guides: ["concepts"] },
    },
  },
  {
    title: "Development",
    resources: {
      "dev/webhooks": { about: "Endpoints of yours that get every change they subscribe to, signed.", guides: ["webhooks"] },
      "dev/events": { about: "The events of the last 90 days, whether or not a webhook got them.", guides: ["webhooks"] },
      "dev/mails": { about: "E-mails to payers, partners and people, and whether they arrived.", guides: ["mails", "operations"] },
      simulations: { about: "For sandboxes only: move the clock, and let banks and gateways do things.", guides: ["testing"] },
    },
  },
]

const resources: Record<string, Resource> = Object.assign({}, ...resourceGroups.map(group => group.resources)) as Record<string, Resource>

/** In the order of the reference; those that it does not name come last. */
export const inOrder = (tags: Iterable<string>): string[] => {
  const known = Object.keys(resources)
  const given = new Set(tags)
  return [...known.filter(tag => given.has(tag)), ...[...given].filter(tag => !known.includes(tag))]
}

export const resourceOf = (tag: string): Resource | undefined => resources[tag]
