import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const payouts = errorFamily("Payouts", "The recipient, the balance or the state of a payout does not allow this.", {
  "PAY-1001": [400, "A payout to a partner takes either amount or splits; send one of the two"],
  "PAY-1002": [400, "The recipientType {recipientType} does not fit: {reason}"],
  "PAY-1003": [400, "bankAccount is required; only a payout with method manual, which you send yourself, needs none"],
  "PAY-1004": [
    422,
    "The bank account is in {account} and the payout would arrive in {target}; set targetCurrency to {account} or use another account",
  ],
  "PAY-1005": [
    422,
    "No gateway sends {method} in {currency}; GET /v1/gateways lists what each sends, and method manual records what you send yourself",
  ],
  "PAY-1006": [422, "{amount} {currency} can't be converted to {target}: it is too little or too much"],
  "PAY-1007": [422, "These {splits} splits are together more than one payout can send; pay out fewer of them at once"],
  "PAY-1008": [
    422,
    "Method bank-file sends EUR to an IBAN and USD to a US account, and converts nothing; this is {currency} to an account in {country}",
  ],
  "PAY-1009": [400, "A payout that arrives in {currency} takes its amount {amount}, so charged can't be {charged}; leave it out"],
  "PAY-2001": [422, "Only {available} {currency} can be paid out, so {amount} was refused; nothing was sent"],
  "PAY-2002": [409, "This payout is {status}, so it can't be {action}; only {allowed} can"],
  "PAY-2003": [409, "The payment split {split} is {status}, so it can't be paid out; only due ones can"],
  "PAY-2004": [422, "The payment split {split} does not belong to this partner in {currency}; nothing was reserved"],
  "PAY-2005": [
    422,
    "The partner owes {debt} {currency} from payments that were taken back, and these splits pay {due}; add more splits to net it",
  ],
  "PAY-2006": [
    409,
    "The payment split {split} has changed since this payout was created, so it is not sent; cancel it and create it again",
  ],
})

export const payoutProblem = problemsOf(payouts)

const paymentFiles = errorFamily(
  "Payment files",
  "The account, the date or the state of a payment file or of its payments does not allow this.",
  {
    "PFL-1001": [422, "executionDate can't be {date}: {reason}; the earliest is {earliest}"],
    "PFL-1002": [422, "No payment file of this format can be made for the own account {account}: {reason}"],
    "PFL-1003": [422, "The payout {payout} can't be in this file: {reason}; nothing was made"],
    "PFL-1004": [
      422,
      "No payout is ready for this account; create payouts in {currency} with method bank-file, or name those that are meant",
    ],
    "PFL-1005": [422, "The payouts are together more than one file can say; make several files"],
    "PFL-1006": [
      422,
      "No debit is ready for this account on {date}; GET /v1/payment-files/debits-ready says why, or name those that are meant",
    ],
    "PFL-1007": [422, "The transaction {debit} can't be in this file: {reason}; nothing was made"],
    "PFL-2001": [
      409,
      "This payout is in no file that was sent to the bank, so it can't be {action}; send it with a payment file, or cancel it",
    ],
    "PFL-2002": [409, "The payout {payout} is in the payment file {file} already, so it can't be {action}"],
    "PFL-2003": [409, "This payment file is {status}, so it can't be {action}; only one that is {allowed} can"],
    "PFL-2004": [409, "The payout {payout} is {status}, so it can't be in a payment file; only one that waits for a file can"],
    "PFL-2005": [409, "The {debit} can't be in this payment file: {reason}; nothing was made"],
  },
)

export const paymentFileProblem = problemsOf(paymentFiles)
