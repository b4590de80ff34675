import { slice } from "../../kit/operation/slice.ts"
import { bankFolderSweeps } from "./jobs.ts"

/** Files that a program of the bank puts into a directory, instead of a person who uploads them. */
export const bankFolders = slice({ operations: [], sweeps: bankFolderSweeps })
