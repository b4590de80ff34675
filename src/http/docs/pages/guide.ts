import type { Guide } from "../guides.ts"
import type { Page } from "./layout.ts"

/** A guide as a page. */
export const guidePage = ({ name, title, headings, html, about }: Guide): Page => ({
  path: `/docs/guides/${name}`,
  title,
  description: about,
  sections: headings.map(heading => ({ id: heading.id, label: heading.title })),
  className: "guide",
  main: () => html,
})
