import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { t } from "../lib/translate.ts"
import { DropDown, DropDownItem, DropDownLine, DropDownTrigger } from "../ui/menu.tsx"
import { Key } from "../ui/tabs.tsx"
import { useApp } from "./app-context.ts"
import { signOut } from "./sign-out.ts"

/** The menu of the person, open from the start: it is created when its button is first used. */
export function AccountMenu({ className, children, onKeys }: { className: string; children: ReactNode; onKeys(): void }) {
  const { accountMenu } = useApp()
  const navigate = useNavigate()
  return (
    <DropDown isOpenAtFirst align="start" width="w-56" trigger={<DropDownTrigger className={className}>{children}</DropDownTrigger>}>
      {accountMenu.map(({ label, path }) => (
        <DropDownItem key={path} onClick={() => void navigate({ to: path })}>
          {label}
        </DropDownItem>
      ))}
      <DropDownItem onClick={onKeys}>
        {t`Keyboard shortcuts`}{" "}
        <span className="ms-auto">
          <Key>?</Key>
        </span>
      </DropDownItem>
      <DropDownLine />
      <DropDownItem onClick={() => location.assign("/businesses")}>{t`Switch business`}</DropDownItem>
      <DropDownItem onClick={() => void signOut()}>{t`Sign out`}</DropDownItem>
    </DropDown>
  )
}
