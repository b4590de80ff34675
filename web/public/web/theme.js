// Runs before the first paint, so that a dark page never flashes light. It is a file because the policy forbids inline scripts.
const system = matchMedia("(prefers-color-scheme: dark)")

function applyTheme() {
  const chosen = localStorage.getItem("theme")
  const isDark = chosen === null ? system.matches : chosen === "dark"
  document.documentElement.dataset.theme = isDark ? "dark" : "light"
}

applyTheme()
system.addEventListener("change", applyTheme)
