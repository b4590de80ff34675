import { slice } from "../../kit/operation/slice.ts"
import { ledgerSweeps } from "./jobs.ts"
import { ledgerOperations } from "./operations.ts"
import type { BalanceHistory, PartnerDebtsOf } from "./ports.ts"

export const ledger = (partnerDebts: PartnerDebtsOf, history: BalanceHistory) =>
  slice({
    operations: ledgerOperations(partnerDebts, history),
    chapters: {
      balances: {
        part: "Money out",
        about: "What you hold, owe and are owed, by currency, summed up from the ledger.",
        guides: ["payments"],
        after: "payouts",
      },
      ledger: {
        part: "Money out",
        about: "Every movement of money as a balanced entry of debits and credits, and its verification.",
        guides: ["payments"],
        after: "balances",
      },
    },
    sweeps: ledgerSweeps,
  })
