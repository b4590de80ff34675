// The payment page works without this script. It copies, prints, shows the amount on the button, and polls for an open outcome.
const answered = document.querySelector("[data-address]")
if (answered) history.replaceState(null, "", answered.dataset.address) // a reload or Back would ask to send the form again
const all = (selector, from = document) => [...from.querySelectorAll(selector)]

for (const button of all("[data-copy]")) {
  const label = button.textContent
  button.hidden = !navigator.clipboard
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = button.dataset.done
    setTimeout(() => (button.textContent = label), 2000)
  })
}

for (const button of all("[data-print]")) {
  button.hidden = false
  button.addEventListener("click", () => print())
}

/** "Pay R$20.00"; nothing while the amount can't be paid, and for a method that starts elsewhere. */
function nameOfPart({ value, step, validity, dataset: { pay, locale, currency } }) {
  if (!pay || !validity.valid) return undefined
  const digits = (step.split(".")[1] ?? "").length
  const style = { style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits }
  return pay.replace("{0}", () => new Intl.NumberFormat(locale, style).format(value))
}

for (const form of all("form.pay")) {
  const button = form.querySelector("button")
  const label = button.querySelector("span")
  const part = form.elements.namedItem("amount")
  const unnamed = label.textContent
  const nameIt = () => {
    const chosen = form.querySelector("input[name=way]:checked, input[name=way][type=hidden]")
    const isPart = part?.value || part?.validity.badInput
    label.textContent = (isPart ? nameOfPart(part) : chosen?.dataset.pay) || unnamed
  }
  form.addEventListener("input", nameIt)
  nameIt()
  // The server pays once, however often the form is sent. This only shows that it was sent. Going back makes the button usable again.
  form.addEventListener("submit", () => {
    button.setAttribute("aria-busy", "true")
    label.textContent = button.dataset.busy
    setTimeout(() => (button.disabled = true))
  })
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return
    button.disabled = false
    button.removeAttribute("aria-busy")
    nameIt()
  })
}

/** 29:05, or 1:29:05. */
const clockOf = seconds => {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first, ...rest] = parts[0] > 0 ? parts : parts.slice(1)
  return [first, ...rest.map(part => String(part).padStart(2, "0"))].join(":")
}

for (const text of all("[data-left]")) {
  const endsAt = Date.now() + Number(text.dataset.left)
  const show = () => {
    const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
    text.hidden = seconds >= 24 * 3600
    text.querySelector("strong").textContent = clockOf(seconds)
    if (seconds === 0) clearInterval(timer)
  }
  const timer = setInterval(show, 1000)
  show()
}

const waiting = document.querySelector("[data-wait]")
if (waiting) {
  for (const text of all("[data-updates]")) text.hidden = false
  const maxDelayMs = waiting.dataset.state === "waiting" ? 5000 : 30_000
  const ask = async delayMs => {
    await new Promise(resolve => {
      setTimeout(resolve, delayMs)
      document.addEventListener("visibilitychange", resolve, { once: true }) // a payer comes back from the app of their bank
    })
    if (!document.hidden) {
      const page = await fetch(location.href).then(
        response => (response.ok ? response.text() : ""),
        () => "",
      )
      const state = new DOMParser().parseFromString(page, "text/html").querySelector("main")?.dataset.state
      if (page && state !== waiting.dataset.state) return location.reload()
    }
    return ask(Math.min(delayMs * 1.5, maxDelayMs))
  }
  void ask(2000)
}
