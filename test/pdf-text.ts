import { extractText } from "unpdf"

/** The text of each page, as a reader that knows nothing of us finds it. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false })
  return text.map(page => page.replaceAll(/\s+/g, " "))
}

export const pdfText = async (bytes: Uint8Array): Promise<string> => (await pdfPages(bytes)).join(" ")
