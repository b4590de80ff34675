import { language } from "./language.ts"
import { isOfApi, type Refusal } from "./refusal.ts"

let sentences: Promise<Record<string, string>> | undefined

/**
 * A refusal with the sentence that its message is made of. The service has the sentences of all errors, and they are read once, with the
 * first refusal that has something to fill in. Without them its message stays as it was sent.
 */
export async function withSentence<R extends Refusal>(refusal: R): Promise<R & Pick<Refusal, "sentence">> {
  const { code, message, details = {} } = refusal
  if (isOfApi(code) && language === "en") return refusal
  if (Object.keys(details).length === 0) return { ...refusal, sentence: message }
  try {
    const { [code]: sentence } = await (sentences ??= readSentences())
    return sentence === undefined ? refusal : { ...refusal, sentence }
  } catch {
    sentences = undefined
    return refusal
  }
}

async function readSentences(): Promise<Record<string, string>> {
  const response = await fetch("/docs/errors.json")
  if (!response.ok) throw new Error(`The sentences of errors can't be read: ${response.status}`)
  return (await response.json()) as Record<string, string>
}
