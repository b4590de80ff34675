// Runs before the first paint, so that a dark page never flashes light. It is a file because the policy forbids inline scripts.
const chosen = localStorage.getItem("theme")
const isDark = chosen === null ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark"
document.documentElement.dataset.theme = isDark ? "dark" : "light"
