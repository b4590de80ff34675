/** Whether a key is a shortcut of the page: it goes to no field, dialog or menu, and is not a shortcut of the browser. */
export const isShortcut = ({ target, metaKey, ctrlKey, altKey }: KeyboardEvent) => {
  const isTyping = target instanceof Element && target.closest("input,textarea,select,[role=dialog],[role=menu]") !== null
  return !isTyping && !metaKey && !ctrlKey && !altKey
}
