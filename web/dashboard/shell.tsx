import { Outlet, useNavigate } from "@tanstack/react-router"
import { Menu, Moon, Plus, Sun } from "lucide-react"
import { useState } from "react"
import { payments } from "../pages/payments.tsx"
import { Button } from "../ui/button.tsx"
import { cn } from "../ui/cn.ts"
import { Toaster } from "../ui/toast.tsx"
import { CreateDialog } from "./create-dialog.tsx"
import { useKeys } from "./keys.ts"
import { useLiveUpdates } from "./live-updates.ts"
import { Palette } from "./palette.tsx"
import { usePermission, useSession } from "./session.tsx"
import { Shortcuts } from "./shortcuts.tsx"
import { SideBar } from "./side-bar.tsx"

/** The frame of every page. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [areKeysOpen, setKeysOpen] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const [isDark, toggleTheme] = useTheme()
  const { user } = useSession()
  const can = usePermission()
  const navigate = useNavigate()
  useKeys({ onPalette: () => setPaletteOpen(true), onHelp: () => setKeysOpen(true), onGo: path => void navigate({ to: path }) })
  useLiveUpdates()
  const skip = "sr-only z-50 rounded-lg bg-accent px-3 py-2 text-accent-fg focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  return (
    <div className="flex min-h-dvh">
      <a href="#main" className={skip}>
        Skip to content
      </a>
      <SideBar
        isOpen={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        onSearch={() => setPaletteOpen(true)}
        onKeys={() => setKeysOpen(true)}
      />
      {isMenuOpen && (
        <button type="button" aria-label="Close menu" onClick={() => setMenuOpen(false)} className="fixed inset-0 z-20 bg-veil lg:hidden" />
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-10 flex h-12 items-center gap-2 border-b border-line bg-bg px-4 lg:px-8">
          <Button variant="ghost" size="icon" aria-label="Open menu" className="-ml-2 lg:hidden" onClick={() => setMenuOpen(true)}>
            <Menu className="size-4" aria-hidden />
          </Button>
          {user.tenant.mode === "sandbox" && <SandboxMark />}
          <div className="ml-auto flex items-center gap-1.5">
            <Button variant="ghost" size="icon" aria-label={isDark ? "Use light theme" : "Use dark theme"} onClick={toggleTheme}>
              {isDark ? <Sun className="size-4" aria-hidden /> : <Moon className="size-4" aria-hidden />}
            </Button>
            {can("paymentIntents.edit") && (
              <Button variant="primary" onClick={() => setCreating(true)}>
                <Plus className="size-4" aria-hidden /> <span className="max-sm:sr-only">Payment link</span>
              </Button>
            )}
          </div>
        </header>
        <main id="main" tabIndex={-1} className={cn("mx-auto w-full max-w-[80rem] flex-1 px-4 pt-6 pb-16 outline-none lg:px-8")}>
          <Outlet />
        </main>
      </div>
      <CreateDialog resource={payments} isOpen={isCreating} onClose={() => setCreating(false)} />
      <Palette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      <Shortcuts isOpen={areKeysOpen} onClose={() => setKeysOpen(false)} />
      <Toaster />
    </div>
  )
}

const SandboxMark = () => (
  <>
    <span className="inline-flex items-center gap-1.5 rounded-md bg-warn-soft px-2 py-0.5 text-xs font-medium text-warn">
      <span aria-hidden className="size-1.5 rounded-full bg-current" /> Sandbox
    </span>
    <span className="hidden text-xs text-fg-3 sm:block">No real money moves here.</span>
  </>
)

function useTheme() {
  const root = document.documentElement
  const [isDark, setDark] = useState(root.dataset["theme"] === "dark")
  const toggle = () => {
    root.dataset["theme"] = isDark ? "light" : "dark"
    localStorage.setItem("theme", isDark ? "light" : "dark")
    setDark(!isDark)
  }
  return [isDark, toggle] as const
}
