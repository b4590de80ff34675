type Named = { _id: string; name: string }

/** People as a note names them: by their names, and by their e-mails as well where two have the same name. */
export const toMention = <P extends Named & { email: string }>(people: readonly P[]): P[] =>
  people.map(person => {
    const isOnly = people.filter(({ name }) => name === person.name).length === 1
    return isOnly ? person : { ...person, name: `${person.name} (${person.email})` }
  })

/** The text after an `@` that is being typed at the caret, such as "Ru" of "ask @Ru"; undefined if there is none. */
export function openMention(text: string, caret: number): string | undefined {
  return /(?:^|\s)@([^@\n]{0,60})$/.exec(text.slice(0, caret))?.[1]
}

/** Replaces what is being typed by the whole name. */
export function withMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const start = text.lastIndexOf("@", caret - 1)
  const head = `${text.slice(0, start)}@${name} `
  return { text: head + text.slice(caret).replace(/^ /, ""), caret: head.length }
}

type Part = { text: string; isMention: boolean }

/** The text in parts, so that names of colleagues can be marked. A longer name wins over one that it begins with. */
export function partsOf(text: string, people: readonly Named[]): Part[] {
  const names = people.map(({ name }) => name).toSorted((a, b) => b.length - a.length)
  const parts: Part[] = []
  let plain = ""
  for (let at = 0; at < text.length;) {
    const name =
      text[at] === "@"
        ? names.find(each => text.startsWith(each, at + 1) && !/[\p{L}\p{N}]/u.test(text[at + 1 + each.length] ?? ""))
        : undefined
    if (name === undefined) plain += text[at++]
    else {
      if (plain !== "") parts.push({ text: plain, isMention: false })
      parts.push({ text: `@${name}`, isMention: true })
      plain = ""
      at += name.length + 1
    }
  }
  return plain === "" ? parts : [...parts, { text: plain, isMention: false }]
}

/** The ids of the colleagues whose names stand in the text. */
export function mentionedIn(text: string, people: readonly Named[]): string[] {
  const named = new Set(partsOf(text, people).flatMap(part => (part.isMention ? [part.text.slice(1)] : [])))
  return people.filter(({ name }) => named.has(name)).map(({ _id }) => _id)
}
