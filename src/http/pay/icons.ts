import { html, markup } from "../../kit/pure/html.ts"

/** Small icons of Lucide, 24 by 24. The words beside them say the same, so screen readers skip them. */
const icon = (content: string) => html`<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"
stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${markup(content)}</svg>`

export const icons = {
  card: icon('<rect width="20" height="14" x="2" y="5" rx="2"/><path d="M2 10h20"/>'),
  bank: icon('<path d="M3 22h18M6 18v-7M10 18v-7M14 18v-7M18 18v-7M12 2l8 5H4z"/>'),
  debit: icon('<path d="M12 20h9M16.4 3.6a2.1 2.1 0 0 1 3 3L7 19l-4 1 1-4z"/>'),
  code: icon('<path d="M3 3h6v6H3zM15 3h6v6h-6zM3 15h6v6H3zM15 15h2v2h-2zM21 15v6h-4M13 3v4M13 11H3M21 11h-4v2M13 15v6"/>'),
  slip: icon('<path d="M3 5v14M7 5v14M11 5v14M14 5v14M17 5v14M21 5v14"/>'),
  page: icon('<path d="M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6"/>'),
  question: icon('<circle cx="12" cy="12" r="10"/><path d="M9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3M12 17h.01"/>'),
  check: icon('<path d="M20 6 9 17l-5-5"/>'),
  cross: icon('<path d="M18 6 6 18M6 6l12 12"/>'),
  ban: icon('<circle cx="12" cy="12" r="10"/><path d="m4.9 4.9 14.2 14.2"/>'),
  shield: icon('<path d="M12 22s8-3 8-10V5l-8-3-8 3v7c0 7 8 10 8 10z"/><path d="m9 12 2 2 4-4"/>'),
  lock: icon('<rect width="18" height="11" x="3" y="11" rx="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/>'),
  mail: icon('<rect width="20" height="16" x="2" y="4" rx="2"/><path d="m22 7-10 6L2 7"/>'),
  alert: icon('<circle cx="12" cy="12" r="10"/><path d="M12 8v4M12 16h.01"/>'),
}
