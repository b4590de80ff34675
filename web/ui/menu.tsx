import { Menu } from "@base-ui/react/menu"
import { Check } from "lucide-react"
import type { ComponentProps, ReactNode } from "react"
import { cn } from "./cn.ts"

const popup =
  "rounded-xl bg-raised p-1 text-sm shadow-pop outline-none origin-[var(--transform-origin)] transition-[scale,opacity] duration-100 " +
  "data-starting-style:scale-[.97] data-starting-style:opacity-0 data-ending-style:opacity-0"
const row =
  "flex cursor-default items-center gap-2 rounded-lg px-2 py-1.5 text-fg outline-none select-none " +
  "data-highlighted:bg-hover dark:data-highlighted:bg-line data-disabled:text-fg-3"

type MenuProps = { trigger: ReactNode; children: ReactNode; align?: "start" | "end"; width?: string; isOpenAtFirst?: boolean }

export function DropDown({ trigger, children, align = "end", width = "min-w-48", isOpenAtFirst = false }: MenuProps) {
  return (
    <Menu.Root defaultOpen={isOpenAtFirst}>
      {trigger}
      <Menu.Portal>
        <Menu.Positioner align={align} sideOffset={6} className="z-40 outline-none">
          <Menu.Popup className={cn(popup, "max-h-[70dvh] overflow-y-auto", width)}>{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

export const DropDownTrigger = Menu.Trigger

type ItemProps = Omit<ComponentProps<typeof Menu.Item>, "className"> & { isDanger?: boolean; className?: string }
export const DropDownItem = ({ isDanger, className, ...props }: ItemProps) => (
  <Menu.Item {...props} className={cn(row, isDanger && !props.disabled && "text-bad", className)} />
)

export const DropDownCheck = ({ children, ...props }: Omit<ComponentProps<typeof Menu.CheckboxItem>, "className">) => (
  <Menu.CheckboxItem {...props} className={cn(row, "pe-3")}>
    <span className="grid size-4 place-items-center rounded-[5px] shadow-field">
      <Menu.CheckboxItemIndicator className="grid size-4 place-items-center rounded-[5px] bg-accent text-accent-fg">
        <Check className="size-3" strokeWidth={3} aria-hidden />
      </Menu.CheckboxItemIndicator>
    </span>
    {children}
  </Menu.CheckboxItem>
)

export const DropDownLine = () => <Menu.Separator className="mx-1 my-1 h-px bg-line" />
export const DropDownLabel = ({ children }: { children: ReactNode }) => (
  <div className="px-2 pt-1.5 pb-1 text-2xs font-medium text-fg-3">{children}</div>
)
