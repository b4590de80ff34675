import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { ownAccountProblem } from "./errors.ts"
import { ownAccountOperations } from "./operations.ts"
import { OwnAccount } from "./schema.ts"
import { resealOwnAccounts } from "./store.ts"

export const ownAccounts = slice({
  operations: withActions("own-accounts", ownAccountOperations),
  chapters: {
    "own-accounts": {
      part: "Parties",
      about:
        "An account of yours at a bank, which payment files are sent from and statements are about. Its number is encrypted and masked.",
      guides: ["bank-files"],
    },
  },
  errors: ownAccountProblem.families,
  refuses: ["OWN-", "BNK-1001", "GEN-1010"],
  events: { ownAccounts: { object: OwnAccount, actions: ["create", "update"] } },
  audits: { ownAccounts: { needs: "bankAccounts.view" } },
  reseal: resealOwnAccounts,
})
