// Imported before the pages' own modules: they write numbers and dates by the locale of the browser.
Object.defineProperty(navigator, "language", { value: "en-US" })
