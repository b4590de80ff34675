import { slice } from "../../kit/operation/slice.ts"
import { invitationOperations } from "./operations.ts"

export const invitations = slice({ operations: invitationOperations })
