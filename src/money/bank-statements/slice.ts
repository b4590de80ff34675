import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { bankStatementProblem } from "./errors.ts"
import { bankStatementOperations } from "./operations.ts"
import { csvProfileOperations } from "./profile-operations.ts"
import { BankStatement } from "./schema.ts"

export const bankStatements = slice({
  operations: [...bankStatementOperations, ...withActions("csv-profiles", csvProfileOperations)],
  chapters: {
    "bank-statements": {
      part: "Money in",
      about: "A file of the bank with the bookings of an own account. Each booking becomes a bank line once, whatever files it is in.",
      guides: ["bank-statements"],
    },
    "csv-profiles": {
      part: "Money in",
      about: "How the bank of an own account writes CSV: separator, decimal sign, order of dates, and what each column is.",
      guides: ["bank-statements"],
    },
  },
  errors: bankStatementProblem.families,
  refuses: ["BST-", "OWN-2001", "SMR-"],
  events: { bankStatements: { object: BankStatement, actions: ["create"] } },
  audits: { bankStatements: { needs: "transactions.view" }, csvProfiles: { needs: "transactions.view" } },
})
