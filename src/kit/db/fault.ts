import { Fault } from "../service/fault.ts"

/** Why the service or a command can't use the database. */
export class DatabaseFault extends Fault {}
