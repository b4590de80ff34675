import assert from "node:assert/strict"
import { test } from "node:test"
import { Package } from "lucide-react"
import type { Input } from "../../web/client.ts"
import { type AllDetails, type CreateForm, definePage, defineResource } from "../../web/dashboard/resource.ts"

const words = { noun: "order", title: "Orders", about: "", empty: "", icon: Package, needs: "orders.view" }
const shown = { columns: [], summary: () => ({ first: "", second: "", end: "" }) }
const order = { ...words, ...shown, csv: [], object: { name: () => "" } } as const
const page = { heading: () => "", facts: () => [] }

/** The form declares its own fields; all others must be fields that the create takes. */
const form: CreateForm<"payment-splits", "currency"> = {
  fields: [
    { name: "partnership", label: "", kind: "text" },
    { name: "currency", label: "", kind: "text" },
    // @ts-expect-error its create takes no such field
    { name: "partner", label: "", kind: "text" },
  ],
  toInput: ({ partnership }) => ({ partnership }),
}

const cancellation: Input<"POST /v1/payment-intents/{id}/cancel"> = {
  reason: "duplicate",
  // @ts-expect-error its cancel takes no such field
  note: "",
}

/** The compiler is the test: it refuses each line below one that expects an error, and an expectation without an error. */
test("a resource that names what the API does not have does not compile", () => {
  const resources = [
    defineResource("orders", {
      ...order,
      tabs: { field: "status", values: ["open"] },
      dates: [["createdAt", "Created"]],
      csv: ["number", "contact"],
      search: { placeholder: "", filter: text => ({ number: text }) },
    }),
    // @ts-expect-error no such route
    defineResource("order", order),
    // @ts-expect-error no such filter
    defineResource("orders", { ...order, tabs: { field: "state", values: ["open"] } }),
    // @ts-expect-error no such filter
    defineResource("orders", { ...order, filters: [{ name: "state", label: "", kind: "text" }] }),
    // @ts-expect-error no time to filter by
    defineResource("orders", { ...order, dates: [["number", "Created"]] }),
    // @ts-expect-error no such field
    defineResource("orders", { ...order, csv: ["numbers"] }),
    // @ts-expect-error no such filter
    defineResource("orders", { ...order, search: { placeholder: "", filter: (text: string) => ({ numbers: text }) } }),
  ]
  const pages = [
    definePage<"orders">({
      ...page,
      actions: { cancel: { label: "Cancel" } },
      related: row => [{ title: "", to: "payment-intents", filter: { order: row._id } }],
    }),
    // @ts-expect-error no such verb
    definePage<"orders">({ ...page, actions: { refund: { label: "Refund" } } }),
    // @ts-expect-error payments have no such filter
    definePage<"orders">({ ...page, related: () => [{ title: "", to: "payment-intents", filter: { orders: "" } }] }),
  ]
  const details: AllDetails[] = [
    { orders: { create: { fields: [{ name: "contact", label: "", kind: "text" }] } } },
    // @ts-expect-error its create takes no such field
    { orders: { create: { fields: [{ name: "contacts", label: "", kind: "text" }] } } },
  ]
  assert.deepEqual([form.fields.length, pages.length, details.length], [3, 3, 2])
  assert.equal(cancellation.reason, "duplicate")
  assert.deepEqual(new Set(resources.map(({ path }) => path)), new Set(["orders", "order"]))
})
