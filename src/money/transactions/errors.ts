import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const transactions = errorFamily("Transactions", "The state or the amounts of a transaction do not allow this.", {
  "TRX-1001": [
    400,
    "The intent is in {intent}, the payment in {currency}; when they differ, send fx (sourceCurrency, sourceAmount, rate), otherwise no fx",
  ],
  "TRX-1002": [
    400,
    "{source} at the rate {rate} are {equivalent}, not {given}; correct amount, fx.sourceAmount or fx.rate; nothing was recorded",
  ],
  "TRX-2001": [422, "Only {due} is left to pay, so {amount} was refused; nothing was paid"],
  "TRX-2002": [409, "This payment intent is {status} and accepts no payment; nothing was paid"],
  "TRX-2003": [409, "This transaction is {status}, so it can't be {action}; only {allowed} can"],
  "TRX-2004": [409, "Another charge of this payment intent is processing ({transaction}); wait for its outcome, then try again"],
  "TRX-2005": [409, "This bank transfer already pays the payment intent {paymentIntent}; nothing was changed"],
  "TRX-2006": [422, "The bank transfer is in {currency} and the payment intent in {intent}; nothing was changed"],
  "TRX-2007": [422, "The contact has {credit} {currency} of credit, so {amount} was refused; nothing was paid"],
  "TRX-2008": [409, "The payer paid before the payment could be canceled; it counts as a payment ({transaction})"],
  "TRX-2009": [409, "This debit is {where}, so the bank can't have executed it and it can't be {action}; nothing was changed"],
})

export const transactionProblem = problemsOf(transactions)
