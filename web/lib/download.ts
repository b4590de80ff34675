/** Gives the person a file that the page has made. */
export function download(name: string, content: Blob | string) {
  const blob = typeof content === "string" ? new Blob([content], { type: "text/csv;charset=utf-8" }) : content
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement("a"), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
