import { t } from "./translate.ts"

/** Where a change came from, in words. */
export const channels: Record<string, string> = {
  rest: "API",
  agent: t`AI agent`,
  dashboard: t`Dashboard`,
  portal: t`Portal`,
  page: t`Payment page`,
  system: "Countersign",
  gateway: t`Gateway`,
}
