/** Without accents and capitals, as people type what they look for. */
export const plain = (text: string) => text.trim().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

/** Whether every typed word is a part of the label. */
export const fits = (label: string, text: string) =>
  plain(text)
    .split(/\s+/)
    .every(word => plain(label).includes(word))
