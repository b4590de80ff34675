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
    const shown = filterContents(nav, input.value.toLowerCase().split(/\s+/).filter(Boolean))
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

/** Shows the links that have all words, and returns how many there are. Without words only the sections of the current page are shown. */
function filterContents(nav, words) {
  let shown = 0
  for (const group of nav.querySelectorAll("section")) {
    for (const page of group.querySelectorAll("section > ul > li")) {
      const link = page.querySelector("a")
      const inside = [...page.querySelectorAll("li")]
      for (const li of inside) li.hidden = !hasAll(`${li.textContent} ${li.dataset.find ?? ""}`, words)
      const found = inside.filter(li => !li.hidden).length
      const isFound = hasAll(link.textContent, words)
      page.hidden = found === 0 && !isFound
      const list = page.querySelector("ul")
      if (list) list.hidden = words.length > 0 ? found === 0 : link.getAttribute("aria-current") !== "page"
      shown += found + Number(isFound)
    }
    group.hidden = [...group.querySelectorAll("section > ul > li")].every(page => page.hidden)
  }
  return shown
}

const hasAll = (text, words) => words.every(word => text.toLowerCase().includes(word))

/** Marks the link to the section at the top of the window, and keeps it visible in the contents. */
function highlightCurrentSection(nav) {
  const links = [...nav.querySelectorAll("li a[href^='#']")]
  const sections = links.map(link => document.getElementById(link.hash.slice(1)))
  if (sections.length === 0) return
  let current
  const update = () => {
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
    const passed = sections.findLastIndex(section => section.getBoundingClientRect().top < innerHeight / 4)
    const link = links[isAtEnd && scrollY > 0 ? sections.findLastIndex(isVisible) : Math.max(passed, 0)]
    if (link === current) return
    current?.removeAttribute("aria-current")
    current = link
    link.setAttribute("aria-current", "location")
    if (!matchMedia("(max-width: 52rem)").matches) keepVisible(nav.closest(".side"), link)
  }
  addEventListener("scroll", () => requestAnimationFrame(update), { passive: true })
  update()
}

const isVisible = section => section.getBoundingClientRect().top < innerHeight

/** Scrolls only the contents: scrollIntoView would scroll the page too. */
function keepVisible(box, link) {
  const { top, bottom } = link.getBoundingClientRect()
  if (top < 80 || bottom > innerHeight - 40) box.scrollTop += top - innerHeight / 3
}
