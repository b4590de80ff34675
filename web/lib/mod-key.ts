/** The key that commands begin with, as keyboards of this system name it. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl"
