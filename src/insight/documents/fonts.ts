import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { create } from "fontkit"

const read = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}`)))

/** Inter, the font of our pages, as whole files: a PDF gets the characters that it uses. Latin, Greek and Cyrillic are complete. */
export const fonts = { regular: read("400Regular/Inter_400Regular.ttf"), strong: read("600SemiBold/Inter_600SemiBold.ttf") }

const [known] = [create(fonts.regular)].flatMap(font => ("hasGlyphForCodePoint" in font ? [font] : []))
const substitute = "□"

/** The text as the font can show it. Each character that the font lacks, such as a Chinese one, is a box, and never left out. */
export function drawable(text: string): { shown: string; lacks: boolean } {
  const shown = Array.from(text.normalize("NFC"))
    .map(character => (isShown(character) ? character : substitute))
    .join("")
    .replaceAll(/\p{M}*□\p{M}*/gu, substitute) // a mark belongs to its character
  return { shown, lacks: shown.includes(substitute) && !text.includes(substitute) }
}

/** Control characters and marks of direction have no shape, and a space of any width is a space. */
const isShown = (character: string) =>
  /[\s\p{Cc}\p{Cf}]/u.test(character) || known === undefined || known.hasGlyphForCodePoint(character.codePointAt(0)!)
