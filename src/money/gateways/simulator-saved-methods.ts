import { asSystem } from "../../kit/operation/system.ts"
import type { SavedCard, SavedMethodGateway } from "./saved-method-gateway.ts"
import { savedMethodCodes } from "./values.ts"
import type { ChargeRequest } from "./gateway.ts"
import { GatewayRefused } from "./provider.ts"
import { type Script, scripts } from "./simulator-scripts.ts"
import { findSavedCharge, findSimulatedCharge, removeSavedMethod, type SimulatedCharge } from "./store.ts"

/** The card that stands behind a token, and behind a page where no token is needed. */
const cards: Record<string, { brand: string; last4: string }> = {
  tok_authenticate_later: { brand: "Mastercard", last4: "3155" },
  tok_declined_later: { brand: "Visa", last4: "9995" },
  tok_expires_later: { brand: "Visa", last4: "0069" },
}
const anyCard = { brand: "Visa", last4: "4242" }
const validYears = 4

/** The charge that saves a card is the card: its reference is what the card is charged by. */
export const simulatorSavedMethods: SavedMethodGateway = {
  async find({ tenant, key }) {
    const charge = await findSimulatedCharge(tenant, key)
    const isSaved = charge?.saves_method && charge.method_removed_at === null && ["succeeded", "processing"].includes(charge.status)
    return isSaved ? cardOf(charge) : undefined
  },
  async remove(tenant, reference) {
    await asSystem(tenant, "simulator", async ctx => removeSavedMethod(ctx, reference))
  },
}

const cardOf = ({ reference, token, created_at }: SimulatedCharge): SavedCard => ({
  reference,
  ...(cards[token] ?? anyCard),
  expiryMonth: 12,
  expiryYear: created_at.getUTCFullYear() + validYears,
})

/** What the bank does when a saved card is charged while the payer is absent. */
export async function scriptForSaved({ tenant, key }: ChargeRequest, reference: string): Promise<Script> {
  const saved = await findSavedCharge(tenant, reference)
  const isRepeated = (await findSimulatedCharge(tenant, key)) !== undefined // then the first outcome counts, also after the card is removed
  if (!isRepeated && saved?.method_removed_at !== null)
    throw new GatewayRefused(savedMethodCodes.detached, "the card was removed at the simulator; nothing was charged")
  return scripts[saved?.token ?? ""]?.later ?? { status: "succeeded" }
}
