import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const orders = errorFamily("Orders", "The order or its items do not allow this.", {
  "ORD-1001": [400, "The source {source} is reserved; use manual"],
  "ORD-2001": [409, "This order is {status}, so it can't be {action}; only an open one can"],
  "ORD-2002": [409, "This order does not allow that: {reason}"],
  "ORD-2003": [422, "A payment intent has one currency, but these items are in {currencies}; bill the items of each currency separately"],
  "ORD-2004": [422, "An order has at most {max} items"],
  "ORD-2005": [422, "Item {item} is supplied by {supplier}; the line that bills it must have the same supplier"],
  "ORD-2006": [
    409,
    "The services of this order cost {amount} {currency} now (minor units), not {total}; look at the price and order again",
  ],
})

export const orderProblem = problemsOf(orders)
