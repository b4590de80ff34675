import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"

type AtGateway = { connection_id: string | null }

/** The clock that a gateway follows: the simulator that of its sandbox, which may be moved, and a provider the world's. */
export const gatewayNow = ({ now }: Pick<Context, "now">, { connection_id }: AtGateway): Date =>
  connection_id === null ? now : databaseClock.now()

/** Whether a job that asks the gateway waits by the world's clock. */
export const isRealTime = ({ connection_id }: AtGateway): boolean => connection_id !== null
