import type Stripe from "stripe"
import type { Payer } from "../gateway.ts"
import type { StripeClient } from "./client.ts"
import { Customer } from "./objects.ts"
import { type Owned, stepKey } from "./ownership.ts"

/** Stripe saves a method for a customer. The one that we made for the payer before is used again, if it has the same e-mail. */
export async function customerFor(client: StripeClient, owned: Owned, payer: Payer | undefined): Promise<string> {
  const existing = payer && (await findCustomer(client, owned, payer))
  if (existing !== undefined) return existing
  const params: Stripe.CustomerCreateParams = {
    ...(payer && { name: payer.name }),
    ...(payer?.email != null && { email: payer.email }),
    metadata: { tenant: owned.tenant, ...(payer && { payer: payer.id }) },
  }
  return (await client.post(Customer, "/v1/customers", params, stepKey(owned, "customer"))).id
}

async function findCustomer(client: StripeClient, { tenant }: Owned, { id, email }: Payer): Promise<string | undefined> {
  if (email === null) return undefined
  for await (const customer of client.list(Customer, "/v1/customers", { email }))
    if (customer.metadata?.["tenant"] === tenant && customer.metadata["payer"] === id) return customer.id
  return undefined
}
