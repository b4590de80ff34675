import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { bankAccountProblem } from "./errors.ts"
import { bankAccountOperations } from "./operations.ts"
import type { BankAccountDependent } from "./ports.ts"
import { BankAccount } from "./schema.ts"
import { resealBankAccounts } from "./store.ts"

export const bankAccounts = (dependents: readonly BankAccountDependent[]) =>
  slice({
    operations: withActions("bank-accounts", bankAccountOperations(dependents)),
    chapters: {
      "bank-accounts": {
        part: "Parties",
        about: "A bank account of yours, of a contact or of a partnership. Its number is checked, encrypted and shown masked.",
        guides: ["mandates", "payouts"],
      },
    },
    errors: bankAccountProblem.families,
    refuses: ["BNK-", "GEN-1010", "SMR-", "CON-2001"],
    events: { bankAccounts: { object: BankAccount, actions: ["create", "update"] } },
    reseal: resealBankAccounts,
  })
