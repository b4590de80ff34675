import { slice } from "../../kit/operation/slice.ts"
import type { PartnerDebtsOf } from "../../money/ledger/ports.ts"
import { explainOperations } from "./operations.ts"

export const explain = (partnerDebts: PartnerDebtsOf) => slice({ operations: explainOperations(partnerDebts) })
