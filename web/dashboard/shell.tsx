import { Link, Outlet, useLocation, useNavigate, useRouter } from "@tanstack/react-router"
import { CircleQuestionMark, Menu, Moon, Plus, Sun, WifiOff } from "lucide-react"
import { useEffect, useState } from "react"
import { Button, buttonLook } from "../ui/button.tsx"
import { cn } from "../ui/cn.ts"
import { guideOf } from "../lib/guides.ts"
import { interruptedForm } from "../lib/interrupted-form.ts"
import { t } from "../lib/translate.ts"
import { deferredDialog } from "../ui/deferred.tsx"
import { Toaster } from "../ui/toast.tsx"
import { useApp } from "./app-context.ts"
import { Bell } from "./bell.tsx"
import { CreateProvider } from "./create-provider.tsx"
import { useKeys } from "./keys.ts"
import { CutOff, useLiveUpdates } from "./live-updates.ts"
import { OfflineBanner } from "./offline-banner.tsx"
import { usePaletteState } from "./palette-state.ts"
import { Palette } from "./palette.tsx"
import { usePermission, useSession } from "./session.tsx"
import { SecondFactorNote } from "./second-factor.tsx"
import { SideBar } from "./side-bar.tsx"

const Shortcuts = deferredDialog(async () => (await import("./shortcuts.tsx")).Shortcuts)

/** The frame of every page. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const palette = usePaletteState()
  const [areKeysOpen, setKeysOpen] = useState<boolean | undefined>(undefined)
  const { user } = useSession()
  const { mainAction } = useApp()
  const [isCreating, setCreating] = useState<boolean | undefined>(() => interruptedForm(user._id)?.id === mainAction.id || undefined)
  const [isDark, toggleTheme] = useTheme()
  const navigate = useNavigate()
  useKeys({ onPalette: palette.open, onHelp: () => setKeysOpen(true), onGo: path => void navigate({ to: path }) })
  const isCutOff = useLiveUpdates()
  useFocusOnNewPage()
  const skip = "sr-only z-50 rounded-lg bg-accent px-3 py-2 text-accent-fg focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
  return (
    <CreateProvider>
      <div className="flex min-h-dvh">
        <a href="#main" className={skip}>
          {t`Skip to content`}
        </a>
        <SideBar isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} onSearch={palette.open} onKeys={() => setKeysOpen(true)} />
        {isMenuOpen && (
          <button
            type="button"
            aria-label={t`Close menu`}
            onClick={() => setMenuOpen(false)}
            className="fixed inset-0 z-20 bg-veil lg:hidden"
          />
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <Header
            isCutOff={isCutOff}
            isDark={isDark}
            onMenu={() => setMenuOpen(true)}
            onTheme={toggleTheme}
            onMainAction={() => setCreating(true)}
          />
          <OfflineBanner />
          <main id="main" tabIndex={-1} className={cn("mx-auto w-full max-w-[80rem] flex-1 px-4 pt-6 pb-16 outline-none lg:px-8")}>
            <SecondFactorNote />
            <CutOff value={isCutOff}>
              <Outlet />
            </CutOff>
          </main>
        </div>
        {isCreating !== undefined && <mainAction.Dialog isOpen={isCreating} onClose={() => setCreating(false)} />}
        {palette.isOpen !== undefined && (
          <Palette
            isOpen={palette.isOpen}
            initialText={palette.initialText}
            onClose={palette.close}
            onMainAction={() => setCreating(true)}
            onTheme={toggleTheme}
            onKeys={() => setKeysOpen(true)}
          />
        )}
        {areKeysOpen !== undefined && <Shortcuts isOpen={areKeysOpen} onClose={() => setKeysOpen(false)} />}
        <Toaster />
      </div>
    </CreateProvider>
  )
}

type HeaderProps = { isCutOff: boolean; isDark: boolean; onMenu(): void; onTheme(): void; onMainAction(): void }

function Header({ isCutOff, isDark, onMenu, onTheme, onMainAction }: HeaderProps) {
  const { user } = useSession()
  const can = usePermission()
  const { mainAction } = useApp()
  return (
    <header className="sticky top-0 z-10 flex h-12 items-center gap-2 border-b border-line bg-bg px-4 lg:px-8 print:hidden">
      <Button variant="ghost" size="icon" aria-label={t`Open menu`} className="-ms-2 lg:hidden" onClick={onMenu}>
        <Menu className="size-4" aria-hidden />
      </Button>
      {user.tenant.mode === "sandbox" && <SandboxMark />}
      {isCutOff && <CutOffMark />}
      <div className="ms-auto flex items-center gap-1.5">
        <HelpLink />
        <Bell />
        <Button variant="ghost" size="icon" aria-label={isDark ? t`Use light theme` : t`Use dark theme`} onClick={onTheme}>
          {isDark ? <Sun className="size-4" aria-hidden /> : <Moon className="size-4" aria-hidden />}
        </Button>
        {can(mainAction.needs) && (
          <Button variant="primary" onClick={onMainAction}>
            <Plus className="size-4" aria-hidden /> <span className="max-sm:sr-only">{mainAction.label}</span>
          </Button>
        )}
      </div>
    </header>
  )
}

/** In a new tab, so that nothing typed on this page is lost. */
function HelpLink() {
  const { pathname } = useLocation()
  return (
    <a
      href={guideOf(pathname)}
      target="_blank"
      rel="noopener"
      aria-label={t`Guide about this page`}
      title={t`Guide about this page, in a new tab`}
      className={buttonLook({ variant: "ghost", size: "icon" })}
    >
      <CircleQuestionMark className="size-4" aria-hidden />
    </a>
  )
}

const CutOffMark = () => (
  <span role="status" className="inline-flex items-center gap-1.5 rounded-md bg-bad-soft px-2 py-0.5 text-xs font-medium text-bad">
    <WifiOff className="size-3" aria-hidden /> {t`Not live: reconnecting`}
  </span>
)

function SandboxMark() {
  const can = usePermission()
  return (
    <>
      <span className="inline-flex items-center gap-1.5 rounded-md bg-warn-soft px-2 py-0.5 text-xs font-medium text-warn">
        <span aria-hidden className="size-1.5 rounded-full bg-current" /> {t`Sandbox`}
      </span>
      <span className="hidden text-xs text-fg-3 sm:block">
        {t`No real money moves here.`}{" "}
        {can("settings.edit") && (
          <Link to="/sandbox" className="underline underline-offset-2 hover:text-fg">
            {t`Open the sandbox`}
          </Link>
        )}
      </span>
    </>
  )
}

/** The element with the focus may be gone, such as the row that was followed. Then the new page gets the focus, not the document. */
function useFocusOnNewPage() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        const focus = () => document.activeElement === document.body && document.getElementById("main")?.focus({ preventScroll: true })
        if (fromLocation && pathChanged) setTimeout(focus, 100) // a closing dialog first returns the focus
      }),
    [router],
  )
}

function useTheme() {
  const root = document.documentElement
  const [isDark, setDark] = useState(root.dataset["theme"] === "dark")
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)")
    const follow = () => setDark(root.dataset["theme"] === "dark")
    system.addEventListener("change", follow)
    return () => system.removeEventListener("change", follow)
  }, [root])
  const toggle = () => {
    root.dataset["theme"] = isDark ? "light" : "dark"
    localStorage.setItem("theme", isDark ? "light" : "dark")
    setDark(!isDark)
  }
  return [isDark, toggle] as const
}
