import type { UserDependent } from "../tenants/ports.ts"
import { deleteUnsharedOf } from "./store.ts"

/** Nobody sees the views of a person who has left, except those that are shared. */
export const savedViewDependent: UserDependent = { left: deleteUnsharedOf }
