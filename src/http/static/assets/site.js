// Progressive enhancement, the pages work without it: copy buttons, a filter, and the current section in the contents.

for (const pre of document.querySelectorAll(".code pre")) {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "copy"
  button.textContent = "Copy"
  button.setAttribute("aria-label", `Copy ${pre.getAttribute("aria-label") ?? "code"}`)
  const showResult = text => {
    button.textContent = text
    announce(text)
    setTimeout(() => (button.textContent = "Copy"), 2000)
  }
  button.addEventListener("click", () => {
    // Browsers have no clipboard over plain http, except on localhost.
    const copying = navigator.clipboard?.writeText(pre.textContent) ?? Promise.reject(new Error("no clipboard"))
    copying.then(
      () => showResult("Copied"),
      () => showResult("Select the text to copy it"),
    )
  })
  pre.closest(".code").querySelector("figcaption").append(button)
}

/** For screen readers only. */
function announce(text) {
  document.querySelector("[role=status]").textContent = text
}

const contents = document.querySelector("#contents")
if (contents) {
  const phone = matchMedia("(max-width: 52rem)")
  const updateOpen = () => (contents.open = !phone.matches)
  phone.addEventListener("change", updateOpen)
  updateOpen()
  contents.addEventListener("click", ({ target }) => {
    if (phone.matches && target.closest("a")) contents.open = false
  })
  addFilter(contents.querySelector("nav"))
  highlightCurrentSection(contents)
}

function addFilter(nav) {
  const input = document.createElement("input")
  input.type = "search"
  input.className = "find"
  input.placeholder = "Filter"
  input.setAttribute("aria-label", "Filter the contents")
  const none = document.createElement("p")
  none.className = "none"
  none.textContent = "No matches."
  none.hidden = true
  nav.prepend(input, none)
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    let shown = 0
    for (const group of nav.querySelectorAll("section")) {
      const links = [...group.querySelectorAll("li")]
      for (const li of links) li.hidden = !words.every(word => li.dataset.find.includes(word))
      group.hidden = links.every(li => li.hidden)
      shown += links.filter(li => !li.hidden).length
    }
    none.hidden = shown > 0
    announce(`${shown} matches`)
  })
  document.addEventListener("keydown", event => {
    if (event.key !== "/" || event.target.closest("input, textarea")) return
    event.preventDefault()
    contents.open = true
    input.focus()
  })
}

function highlightCurrentSection(nav) {
  const links = new Map([...nav.querySelectorAll("li a[href^='#']")].map(link => [link.hash.slice(1), link]))
  const observer = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        for (const link of links.values()) link.removeAttribute("aria-current")
        links.get(target.id)?.setAttribute("aria-current", "location")
      }
    },
    { rootMargin: "0px 0px -80% 0px" },
  )
  for (const id of links.keys()) {
    const section = document.getElementById(id)
    if (section) observer.observe(section)
  }
}
