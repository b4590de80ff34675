/** A checkbox is no field to type in: `j` goes on from the row whose box was just ticked. */
const takesKeys = "input:not([type=checkbox]),textarea,select,[role=dialog],[role=menu]"
/** While a dialog or menu is open or being loaded, the page has no shortcuts, even if the focus is elsewhere for a moment. */
const covers = ":is([role=dialog],[role=menu])[data-open],[data-covers]"

/** Whether a key is a shortcut of the page: no field has the focus, no dialog or menu is open, and the browser does not use the key. */
export const isShortcut = ({ target, metaKey, ctrlKey, altKey }: KeyboardEvent) => {
  const isTyping = target instanceof Element && target.closest(takesKeys) !== null
  return !isTyping && !metaKey && !ctrlKey && !altKey && document.querySelector(covers) === null
}
