import { Link, useLocation } from "@tanstack/react-router"
import { Search } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { initialsOf } from "../../src/kit/pure/initials.ts"
import { cn } from "../ui/cn.ts"
import { deferred } from "../ui/deferred.tsx"
import { modKey } from "../lib/mod-key.ts"
import { inCatalogue, plural, t, whole } from "../lib/translate.ts"
import { say } from "../lib/words.ts"
import { Key } from "../ui/tabs.tsx"
import { type Destination, useApp } from "./app-context.ts"
import { useMayOpen, useSession } from "./session.tsx"

type Props = { isOpen: boolean; onClose(): void; onSearch(): void; onKeys(): void }

export function SideBar({ isOpen, onClose, onSearch, onKeys }: Props) {
  const mayOpen = useMayOpen()
  const { user } = useSession()
  const { navigation } = useApp()
  const groups = navigation
    .map(group => ({ ...group, destinations: group.destinations.filter(mayOpen) }))
    .filter(({ destinations }) => destinations.length > 0)
  return (
    <aside
      className={cn(
        "fixed inset-y-0 start-0 z-30 flex w-60 flex-col border-e border-line bg-bg transition-transform",
        "lg:sticky lg:top-0 lg:h-dvh lg:translate-x-0 print:hidden",
        isOpen ? "translate-x-0 max-lg:shadow-pop" : "max-lg:invisible max-lg:-translate-x-full max-lg:rtl:translate-x-full",
      )}
    >
      <div className="flex items-center gap-2.5 p-3.5">
        <span aria-hidden className="brand grid size-8 shrink-0 place-items-center rounded-lg text-xs font-semibold">
          {initialsOf(user.tenant.name)}
        </span>
        <span className="min-w-0">
          <span className="block truncate text-sm font-semibold">{user.tenant.name}</span>
          <span className="block text-2xs text-fg-3">{say(user.tenant.mode)}</span>
        </span>
      </div>
      <div className="px-3 pb-2">
        <button
          type="button"
          onClick={onSearch}
          className="flex h-8 w-full items-center gap-2 rounded-lg bg-surface px-2.5 text-sm text-fg-3 shadow-card hover:text-fg-2"
        >
          <Search className="size-3.5" aria-hidden /> {t`Search…`}
          <span className="ms-auto flex gap-0.5">
            <Key>{modKey}</Key>
            <Key>K</Key>
          </span>
        </button>
      </div>
      <nav aria-label={t`Main`} className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        {groups.map((group, index) => (
          <div key={index} className="mt-3 first:mt-1">
            {group.title && <h2 className="px-2 pb-1 text-2xs font-medium text-fg-3">{group.title}</h2>}
            <ul>
              {group.destinations.map(destination => (
                <li key={destination.path}>
                  <NavigationLink destination={destination} onClick={onClose} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Account onKeys={onKeys} />
    </aside>
  )
}

const useNoCount = () => 0

function NavigationLink({ destination, onClick }: { destination: Destination; onClick(): void }) {
  const { pathname } = useLocation()
  const { path, icon: Icon, label, useOpenCount = useNoCount } = destination
  const count = useOpenCount()
  const isHere = path === "/" ? pathname === "/" : pathname.startsWith(path)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: "nearest" }) // the menu is longer than many screens
  }, [isHere])
  return (
    <Link
      ref={link}
      to={path}
      onClick={onClick}
      aria-current={isHere ? "page" : undefined}
      className={cn(
        "flex h-8 items-center gap-2.5 rounded-lg px-2 text-sm",
        isHere ? "bg-surface font-medium text-fg shadow-card [&_svg]:text-accent" : "text-fg-2 hover:bg-hover hover:text-fg",
      )}
    >
      <Icon className="size-4 shrink-0 text-fg-3" aria-hidden strokeWidth={1.9} />
      <span className="truncate">{label}</span>
      {count > 0 && (
        <span className="num ms-auto rounded-md bg-accent-soft px-1.5 text-2xs font-semibold text-accent">
          <span aria-hidden>{whole(count)}</span>
          <span className="sr-only">{plural(count, t`1 open`, t`${whole(count)} open`)}</span>
        </span>
      )}
    </Link>
  )
}

const AccountMenu = deferred(
  async () => (await import("./account-menu.tsx")).AccountMenu,
  ({ className, children }) => (
    <button type="button" className={className}>
      {children}
    </button>
  ),
)

/** The button of the account's menu. The menu is loaded when the pointer or the focus reaches the button. */
function Account({ onKeys }: { onKeys(): void }) {
  const { user } = useSession()
  const [isUsed, setUsed] = useState(false)
  const shape = "flex w-full items-center gap-2.5 rounded-lg p-1.5 text-start hover:bg-hover data-popup-open:bg-hover"
  const content = (
    <>
      <span aria-hidden className="grid size-7 shrink-0 place-items-center rounded-full bg-good-soft text-2xs font-semibold text-good">
        {initialsOf(user.name)}
      </span>
      <span className="min-w-0">
        <span className="block truncate text-sm font-medium">{user.name}</span>
        <span className="block truncate text-2xs text-fg-3">{inCatalogue(user.roleName) ?? user.roleName}</span>
      </span>
      <span className="sr-only">{t`Account menu`}</span>
    </>
  )
  const { preload } = AccountMenu
  const button = (
    <button type="button" aria-haspopup="menu" className={shape} onClick={() => setUsed(true)} onPointerEnter={preload} onFocus={preload}>
      {content}
    </button>
  )
  return (
    <div className="border-t border-line p-2">
      {isUsed ? (
        <AccountMenu className={shape} onKeys={onKeys}>
          {content}
        </AccountMenu>
      ) : (
        button
      )}
    </div>
  )
}
