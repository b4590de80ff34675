/** What a document says: asks for money, confirms money that came in, gives it back, announces a payout, or lists a month of a partner. */
const documentKinds = ["invoice", "receipt", "credit-note", "advice", "statement"] as const
export type DocumentKind = (typeof documentKinds)[number]
