// Two custom elements for any web page, in its language: the amount that arrives through each provider, and what installments cost.
const translations = {
  en: {
    arrives: "{0} arrives as",
    best: "Best rate",
    rate: "1 {0} = {1} {2}, no other fees",
    examples: "Providers with * are made-up examples.",
    in: "{0} in installments",
    free: "interest-free",
    total: "{0} in total",
    first: "The first one includes the remaining cents.",
    wait: "Loading …",
    failed: "Not available right now.",
    again: "Try again",
  },
  pt: {
    arrives: "{0} chegam como",
    best: "Melhor taxa",
    rate: "1 {0} = {1} {2}, sem mais descontos",
    examples: "Provedores com * são exemplos inventados.",
    in: "{0} em parcelas",
    free: "sem juros",
    total: "{0} no total",
    first: "A primeira inclui os centavos restantes.",
    wait: "Carregando …",
    failed: "Indisponível no momento.",
    again: "Tentar de novo",
  },
  es: {
    arrives: "{0} llegan como",
    best: "Mejor tasa",
    rate: "1 {0} = {1} {2}, sin más descuentos",
    examples: "Los proveedores con * son ejemplos inventados.",
    in: "{0} en cuotas",
    free: "sin intereses",
    total: "{0} en total",
    first: "La primera incluye los centavos restantes.",
    wait: "Cargando …",
    failed: "No disponible en este momento.",
    again: "Intentar de nuevo",
  },
  de: {
    arrives: "{0} kommen an als",
    best: "Bester Kurs",
    rate: "1 {0} = {1} {2}, ohne weitere Gebühren",
    examples: "Anbieter mit * sind erfundene Beispiele.",
    in: "{0} in Raten",
    free: "zinsfrei",
    total: "{0} insgesamt",
    first: "Die erste enthält die übrigen Cents.",
    wait: "Wird geladen …",
    failed: "Gerade nicht verfügbar.",
    again: "Noch einmal versuchen",
  },
  fr: {
    arrives: "{0} arrivent en",
    best: "Meilleur taux",
    rate: "1 {0} = {1} {2}, sans autres frais",
    examples: "Les prestataires suivis de * sont des exemples inventés.",
    in: "{0} en plusieurs fois",
    free: "sans intérêts",
    total: "{0} au total",
    first: "La première échéance comprend les centimes restants.",
    wait: "Chargement …",
    failed: "Indisponible pour le moment.",
    again: "Réessayer",
  },
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(`:host{display:block;container-type:inline-size;font:var(--cs-font,400 1rem/1.4 system-ui,sans-serif);
color:var(--cs-text,light-dark(#181b2a,#eef0f6));background:var(--cs-surface,light-dark(#fff,#181b24));
border:1px solid var(--cs-line,light-dark(#e2e4ec,#333846));border-radius:var(--cs-radius,16px);padding:1.25rem}
h3{font:inherit;font-weight:600;margin:0 0 .75rem}ul{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:1fr auto auto}
li{display:grid;grid:auto/subgrid;grid-column:1/-1;align-items:center;column-gap:1rem;padding:.625rem .75rem;border-radius:10px}
li.best{background:var(--cs-soft,light-dark(#eef0ff,#262b4d));font-weight:600}span{display:flex;align-items:center;gap:.75rem}
img,i{flex:none;width:1.5rem;height:1.5rem;border-radius:6px}i{display:grid;place-items:center;font:600 .75rem system-ui;
background:var(--cs-line,light-dark(#e2e4ec,#333846))}b,small{text-align:end;font-weight:inherit;font-variant-numeric:tabular-nums}
small,p{font-size:.8125rem;color:var(--cs-quiet,light-dark(#565b70,#a9afc2))}p{margin:.75rem 0 0}button{font:inherit;cursor:pointer}
.best small{color:var(--cs-accent,light-dark(#4338ca,#b4b8ff))}
@container (max-width:24rem){ul{grid-template-columns:1fr auto}small{grid-column:1/-1}li{padding:.5rem}}
@container (max-width:16rem){ul{grid-template-columns:1fr}}`)

// Currencies without minor units in ISO 4217: Intl also omits the cents of some that have them, such as COP.
const noMinorUnits = /JPY|KRW|VND|CLP/
const fill = (text, ...values) => text.replace(/\{(\d)\}/g, (_, i) => values[i])

function create(name, text, className) {
  const element = document.createElement(name)
  if (text) element.textContent = text
  if (className) element.className = className
  return element
}

class Widget extends HTMLElement {
  constructor() {
    super()
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet]
  }

  connectedCallback() {
    this.setAttribute("aria-live", "polite")
    void this.load()
  }

  attributeChangedCallback() {
    if (this.shadowRoot.firstChild) void this.load()
  }

  get tag() {
    const lang = this.closest("[lang]")?.lang || navigator.language
    try {
      return Intl.getCanonicalLocales(lang.replaceAll("_", "-"))[0]
    } catch {
      return "en" // an invalid lang attribute must not hide the figures
    }
  }

  get texts() {
    return translations[this.tag.slice(0, 2)] ?? translations.en
  }

  money(amount, currency) {
    const digits = noMinorUnits.test(currency) ? 0 : 2
    const style = { style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits }
    return new Intl.NumberFormat(this.tag, style).format(amount / 10 ** digits)
  }

  percent(share) {
    return new Intl.NumberFormat(this.tag, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(share)
  }

  // Only the latest request is shown: attributes can change while an earlier one is in flight.
  async load() {
    const request = (this.request = {})
    const show = (...parts) => request === this.request && this.shadowRoot.replaceChildren(...parts)
    show(create("p", this.texts.wait))
    try {
      const query = Object.fromEntries(this.fields.map(name => [name, this.getAttribute(name.replace(/[A-Z]/g, "-$&").toLowerCase())]))
      const base = this.getAttribute("base") ?? new URL("..", import.meta.url).origin
      const headers = { authorization: `ApiKey ${this.getAttribute("key")}` }
      const response = await fetch(`${base}/demo/${this.path}?${new URLSearchParams(query)}`, { headers })
      if (!response.ok) throw response
      show(...this.render(query, (await response.json()).data))
    } catch {
      const again = create("button", this.texts.again)
      again.onclick = () => void this.load()
      show(create("p", this.texts.failed), again)
    }
  }

  list(title, rows, ...notes) {
    const list = create("ul")
    for (const { logo, name, amount, detail, best } of rows) {
      const row = create("li", "", best && "best")
      const who = create("span", name)
      if (logo) who.prepend(Object.assign(create("img"), { src: logo, alt: "" }))
      else if (logo === null) who.prepend(Object.assign(create("i", name[0]), { ariaHidden: true }))
      row.append(who, create("b", amount), create("small", detail))
      list.append(row)
    }
    return [create("h3", title), list, ...notes.map(note => create("p", note))]
  }
}

customElements.define(
  "countersign-fx",
  class extends Widget {
    static observedAttributes = ["source-amount", "source-currency", "target-country", "target-currency"]
    path = "fx-rates"
    fields = ["sourceAmount", "sourceCurrency", "targetCountry", "targetCurrency"]

    render({ sourceAmount, sourceCurrency, targetCurrency }, data) {
      const all = Object.values(data)
      const rows = all.map(
        ({ targetAmount, comparison: { isBestRate: best, differencePercentage }, provider: { name, logos, illustrative } }) => ({
          logo: logos.normal.svgUrl ?? logos.normal.pngUrl,
          name: illustrative ? `${name} *` : name,
          best,
          amount: this.money(targetAmount, targetCurrency),
          detail: best ? this.texts.best : this.percent(differencePercentage / 100),
        }),
      )
      const rate = new Intl.NumberFormat(this.tag, { maximumSignificantDigits: 6 }).format(all[0].rate)
      const notes = [fill(this.texts.rate, sourceCurrency, rate, targetCurrency)]
      if (all.some(({ provider }) => provider.illustrative)) notes.unshift(this.texts.examples)
      return this.list(fill(this.texts.arrives, this.money(sourceAmount, sourceCurrency)), rows, ...notes)
    }
  },
)

customElements.define(
  "countersign-installments",
  class extends Widget {
    static observedAttributes = ["amount", "currency", "gateway", "method"]
    path = "financing-rates"
    fields = ["amount", "currency", "gateway", "method"]

    render({ amount, currency }, { simulations }) {
      const rows = simulations.map(({ nInstallments, installmentAmount, total, interestRate }) => ({
        name: `${nInstallments} ×`,
        amount: this.money(installmentAmount, currency),
        detail: interestRate ? fill(this.texts.total, this.money(total, currency)) : this.texts.free,
      }))
      return this.list(fill(this.texts.in, this.money(amount, currency)), rows, this.texts.first)
    }
  },
)
