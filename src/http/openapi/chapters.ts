import { type Chapters, parts } from "../../kit/operation/chapter.ts"

/** The tags of the reference in its order: part by part, and within a part in the order of the slices, unless a chapter follows another. */
export function inOrder(chapters: Chapters): string[] {
  const tags = Object.keys(chapters)
  const followers = (tag: string): string[] => tags.filter(each => chapters[each]!.after === tag)
  const withFollowers = (tag: string): string[] => [tag, ...followers(tag).flatMap(withFollowers)]
  const firstOf = (part: string) => tags.filter(tag => chapters[tag]!.part === part && chapters[tag]!.after === undefined)
  return parts.flatMap(part => firstOf(part).flatMap(withFollowers))
}
