/** Gives the person a CSV file that the page has made. It begins with a byte order mark: without it, Excel reads "São" as "SÃ£o". */
export function download(name: string, content: Blob | string) {
  const url = URL.createObjectURL(new Blob(["\ufeff", content], { type: "text/csv;charset=utf-8" }))
  Object.assign(document.createElement("a"), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
