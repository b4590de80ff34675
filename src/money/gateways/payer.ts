import type { ContactRow } from "../../parties/contacts/store.ts"
import type { Payer, PayerAddress } from "./gateway.ts"

type Contact = Pick<ContactRow, "id" | "email" | "profile" | "metadata">

/** Who pays, as providers ask for it. A contact has no tax id and no address, so they are entries of its metadata. */
export function payerOf({ id, email, profile, metadata }: Contact): Payer {
  const name = [profile.firstName, profile.lastName].filter(Boolean).join(" ")
  const address = addressIn(metadata)
  return { id, name, email, taxId: metadata["taxId"] ?? null, country: metadata["country"] ?? null, ...(address && { address }) }
}

/** A boleto needs the whole address; a part of it helps nobody. */
function addressIn(metadata: Contact["metadata"]): PayerAddress | undefined {
  const { street, streetNumber: number, district, city, state, postalCode } = metadata
  return street && number && district && city && state && postalCode ? { street, number, district, city, state, postalCode } : undefined
}
