/** Downloads a CSV file that the page has created. It begins with a byte order mark: without it, Excel reads "São" as "SÃ£o". */
export const download = (name: string, content: Blob | string) =>
  save(name, new Blob(["\ufeff", content], { type: "text/csv;charset=utf-8" }))

export const downloadJson = (name: string, value: unknown) =>
  save(name, new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }))

export const downloadPicture = (name: string, picture: Blob) => save(name, picture)

/** A file of the service, byte by byte. */
export const downloadFile = (file: File) => save(file.name, file)

function save(name: string, file: Blob) {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement("a"), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
