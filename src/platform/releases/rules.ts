export type Release = { version: string; date: string; changes: string[] }

/** The section of a version in a changelog in the form of Keep a Changelog, with what was added. */
export function releaseIn(changelog: string, version: string): Release | undefined {
  const sections = changelog.split(/^## /m)
  const section = sections.find(each => each.startsWith(`[${version}]`))
  const [, date] = /^\[[^\]]+\] - (\d{4}-\d\d-\d\d)$/m.exec(section ?? "") ?? []
  if (!section || !date) return undefined
  const added = section.split(/^### /m).find(part => part.startsWith("Added")) ?? ""
  return { version, date, changes: added.split(/^- /m).slice(1).map(plainText) }
}

/** Without the marks of Markdown, on one line. */
const plainText = (markdown: string) =>
  markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replace(/[*`]/g, "")
    .replace(/\s+/g, " ")
    .trim()

/** For somebody who began after the release nothing of it is new. */
export const isNewTo = ({ version, date }: Release, { began, seen }: { began: Date; seen: string | undefined }) =>
  seen !== version && began.toISOString().slice(0, 10) < date
