import { renderRow } from "../src/kit/pure/csv.ts"

/** CSV files with the columns that the dashboard of Stripe exports. Cells that say nothing for a move are empty. */
const tableOf = (columns: readonly string[], rows: readonly Record<string, string>[]): string =>
  [renderRow(columns), ...rows.map(row => renderRow(columns.map(column => row[column] ?? "")))].join("")

const list = (text: string) => text.split(",")

type Customer = { id: string; email: string; name: string }
export const stripeCustomers = (customers: readonly Customer[]): string =>
  tableOf(
    list("id,Description,Email,Name,Created (UTC),Delinquent,Card ID,Card Last4,Card Brand,Card Exp Month,Card Exp Year,Currency"),
    customers.map(({ id, email, name }) => ({ id, Email: email, Name: name, "Created (UTC)": "2024-02-03 09:12", Delinquent: "false" })),
  )

type Price = { id: string; product: string; amount: string; currency: string; interval: string }
export const stripePrices = (prices: readonly Price[]): string =>
  tableOf(
    list(
      "Price ID,Product ID,Product Name,Product Statement Descriptor,Product Tax Code,Description,Created (UTC),Amount,Currency,Interval," +
        "Interval Count,Usage Type,Aggregate Usage,Billing Scheme,Trial Period Days,Tax Behavior",
    ),
    prices.map(({ id, product, amount, currency, interval }) => ({
      "Price ID": id,
      "Product ID": `prod_${product}`,
      "Product Name": product,
      Amount: amount,
      Currency: currency,
      Interval: interval,
      "Interval Count": "1",
      "Usage Type": "licensed",
      "Billing Scheme": "per_unit",
    })),
  )

type Subscription = { id: string; customer: string; email: string; price: Price; quantity: number; next: string }
export const stripeSubscriptions = (subscriptions: readonly Subscription[]): string =>
  tableOf(
    list(
      "id,Customer ID,Customer Description,Customer Email,Plan,Quantity,Currency,Interval,Amount,Status,Created (UTC),Start (UTC)," +
        "Current Period Start (UTC),Current Period End (UTC),Trial Start (UTC),Trial End (UTC),Application Fee Percent,Coupon," +
        "Canceled At (UTC),Ended At (UTC),Customer Name",
    ),
    subscriptions.map(({ id, customer, email, price, quantity, next }) => ({
      id,
      "Customer ID": customer,
      "Customer Email": email,
      Plan: price.id,
      Quantity: String(quantity),
      Currency: price.currency,
      Interval: price.interval,
      Amount: price.amount,
      Status: "active",
      "Created (UTC)": "2024-02-03 09:12",
      "Current Period End (UTC)": next,
    })),
  )
