/** Whether a key goes to a field, a dialog or a menu, and so is no shortcut of the page. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest("input,textarea,select,[role=dialog],[role=menu]") !== null
