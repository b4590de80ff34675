import { Button as Base } from "@base-ui/react/button"
import type { ComponentProps } from "react"
import { cn } from "./cn.ts"

const variants = {
  primary: "bg-accent text-accent-fg shadow-button hover:brightness-110 active:brightness-95",
  outline: "bg-surface text-fg shadow-field hover:bg-hover dark:bg-raised",
  ghost: "text-fg-2 hover:bg-hover hover:text-fg data-popup-open:bg-hover",
  danger: "bg-bad text-surface shadow-button hover:brightness-110",
}
const sizes = {
  sm: "h-7 px-2.5 text-xs gap-1.5",
  md: "h-8 px-3 text-sm gap-1.5",
  lg: "h-11 px-4 text-base gap-2",
  icon: "size-8 justify-center",
}

type Look = { variant?: keyof typeof variants; size?: keyof typeof sizes; className?: string | undefined }
type Props = Omit<ComponentProps<typeof Base>, "className"> & Look

const shape =
  "inline-flex shrink-0 items-center justify-center rounded-lg font-medium whitespace-nowrap select-none " +
  "disabled:opacity-50 data-disabled:opacity-50 transition-[background,filter,color] duration-100 print:hidden"

/** For a link that looks like a button, and stays a link for keyboards and screen readers. */
export const buttonLook = ({ variant = "outline", size = "md", className }: Look = {}) =>
  cn(shape, variants[variant], sizes[size], className)

/** A disabled button, such as one whose request is running, keeps the focus, so that keyboard users do not lose their place. */
export const Button = ({ variant = "outline", size = "md", className, ...props }: Props) => (
  <Base focusableWhenDisabled {...props} className={buttonLook({ variant, size, className })} />
)
