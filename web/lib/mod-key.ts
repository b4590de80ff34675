/** The modifier key of shortcuts, as this system's keyboards name it. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl"
