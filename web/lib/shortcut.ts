const takesKeys = "input,textarea,select,[role=dialog],[role=menu]"
/** An open dialog or menu covers the page, wherever the focus is for a moment. */
const covers = ":is([role=dialog],[role=menu])[data-open]"

/** Whether a key is a shortcut of the page: it goes to no field, dialog or menu, none is open, and the browser has no use for it. */
export const isShortcut = ({ target, metaKey, ctrlKey, altKey }: KeyboardEvent) => {
  const isTyping = target instanceof Element && target.closest(takesKeys) !== null
  return !isTyping && !metaKey && !ctrlKey && !altKey && document.querySelector(covers) === null
}
