/** Chooses the form of a word by the language's own rules: in French "0" takes the singular. A "#" in the form becomes the number. */
export function plural(locale: string, count: number, one: string, other: string): string {
  const rules = rulesOf.get(locale) ?? new Intl.PluralRules(locale)
  rulesOf.set(locale, rules)
  return (rules.select(count) === "one" ? one : other).replace("#", String(count))
}

/** Cached, because making one takes longer than using it. */
const rulesOf = new Map<string, Intl.PluralRules>()
