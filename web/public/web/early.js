// Runs before the first paint. It is a file because the policy forbids inline scripts.

// A dark page never flashes light.
const system = matchMedia("(prefers-color-scheme: dark)")

function applyTheme() {
  const chosen = localStorage.getItem("theme")
  const isDark = chosen === null ? system.matches : chosen === "dark"
  document.documentElement.dataset.theme = isDark ? "dark" : "light"
}

applyTheme()
system.addEventListener("change", applyTheme)

// Until the dashboard has loaded, it keeps what a person types into the search that Ctrl K opens. All other keys do nothing.
let search

function keepKey(event) {
  const isCommand = event.metaKey || event.ctrlKey
  if (isCommand && event.key === "k") {
    search = ""
    event.preventDefault()
  } else if (search === undefined || isCommand) return
  else if (event.key === "Escape") search = undefined
  else if (event.key === "Backspace") search = search.slice(0, -1)
  else if (event.key.length === 1) search += event.key
}

addEventListener("keydown", keepKey)

window.takeEarlySearch = () => {
  removeEventListener("keydown", keepKey)
  return search
}
