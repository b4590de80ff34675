import { Differences } from "./differences.tsx"
import { MethodOrders } from "./order.tsx"

/** Below the list of gateways: balances that differ, and which gateway serves a method. */
export const BelowList = () => (
  <>
    <Differences />
    <MethodOrders />
  </>
)
