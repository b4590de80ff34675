/** Where a change came from, in words. */
export const channels: Record<string, string> = {
  rest: "API",
  agent: "AI agent",
  dashboard: "Dashboard",
  portal: "Portal",
  page: "Payment page",
  system: "Countersign",
  gateway: "Gateway",
}
