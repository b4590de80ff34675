import { createElement, Fragment, type ReactNode } from "react"
import { fill, translated } from "./translate.ts"

/** A text around parts of a page: rich`Sent to ${<b>{name}</b>}.` Each language puts the parts where they belong. */
export const rich = (strings: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...fill<ReactNode>(translated(strings), values))
