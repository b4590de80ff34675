/**
 * Each step needs its own click or key: the second click of a double click is ignored if another element took the first one's place, and so
 * are the repeats of a key that is held down.
 */
export function ignoreRepeatedInput() {
  let first: Element | null = null
  const onClick = (event: MouseEvent) => {
    const hit = event.target instanceof Element ? (event.target.closest("button, a, label, [role]") ?? event.target) : null
    if (event.detail === 1) first = hit
    if (event.detail < 2 || hit === first) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
  }
  addEventListener("click", onClick, true) // before any listener of the page
  addEventListener("keydown", onKey, true)
}
