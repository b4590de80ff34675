import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { BookUser, Building2, Handshake, Keyboard, LogOut, Plus, SunMoon } from "lucide-react"
import { request } from "../client.ts"
import { t } from "../lib/translate.ts"
import { destinationsOf, type PaletteEntry, useApp } from "./app-context.ts"
import { useCreate } from "./create-provider.tsx"
import type { Resource } from "./resource.ts"
import { useMayOpen, usePermission } from "./session.tsx"
import { signOut } from "./sign-out.ts"

export type PaletteGroup = { title: string; entries: readonly PaletteEntry[] }
export type PaletteActions = { onMainAction(): void; onTheme(): void; onKeys(): void }

/** The entries of the palette for a text: matching objects, actions, requests to decide, pages. */
export function usePaletteGroups(text: string, actions: PaletteActions): PaletteGroup[] {
  const { useWaiting } = useApp().palette
  const matches = ({ label, hint }: PaletteEntry) => words(text).every(word => `${label} ${hint}`.toLowerCase().includes(word))
  const groups = [
    { title: t`Found`, entries: [...useNumbered(text), ...useFoundById(text), ...usePeople(text)] },
    { title: t`Waits for you`, entries: useWaiting().filter(matches) },
    { title: t`Do`, entries: useActions(actions).filter(matches) },
    { title: t`Go to`, entries: usePages().filter(matches) },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

const words = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

function usePages(): PaletteEntry[] {
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  return destinationsOf(useApp())
    .filter(mayOpen)
    .map(({ label, path, icon, key }) => ({
      id: path,
      label,
      hint: key ? `G ${key.toUpperCase()}` : "",
      icon,
      run: () => void navigate({ to: path }),
    }))
}

function useActions({ onMainAction, onTheme, onKeys }: PaletteActions): PaletteEntry[] {
  const can = usePermission()
  const create = useCreate()
  const { resources, mainAction, palette } = useApp()
  const navigate = useNavigate()
  const forms = resources
    .filter(resource => resource.create && can(resource.create.needs))
    .map(resource => ({
      id: `create ${resource.path}`,
      label: resource.create!.label,
      hint: t`Create`,
      icon: Plus,
      run: () => create(resource),
    }))
  const mainEntry = {
    id: mainAction.id,
    label: mainAction.title,
    hint: t`Create`,
    icon: mainAction.icon,
    run: onMainAction,
  }
  const links = palette.links
    .filter(({ needs }) => can(needs))
    .map(({ to, ...link }) => ({ ...link, run: () => void navigate({ href: to }) }))
  return [
    ...(can(mainAction.needs) ? [mainEntry] : []),
    ...forms,
    ...links,
    { id: "theme", label: t`Switch between light and dark`, hint: "", icon: SunMoon, run: onTheme },
    { id: "keys", label: t`Keyboard shortcuts`, hint: "?", icon: Keyboard, run: onKeys },
    { id: "businesses", label: t`Switch business`, hint: "", icon: Building2, run: () => location.assign("/businesses") },
    { id: "sign-out", label: t`Sign out`, hint: "", icon: LogOut, run: () => void signOut() },
  ]
}

type Found = { results: { type: "contacts" | "partnerships"; _id: string; title: string; detail: string }[] }

function usePeople(text: string): PaletteEntry[] {
  const can = usePermission()
  const navigate = useNavigate()
  const found = useQuery({
    queryKey: ["search", text],
    queryFn: () => request("GET /v1/search", { query: text, limit: 8 }) as Promise<Found>,
    enabled: text.length > 1 && can("contacts.view"),
    retry: false,
  })
  return (found.data?.results ?? []).map(({ type, _id, title, detail }) => ({
    id: _id,
    label: title,
    hint: detail,
    icon: type === "contacts" ? BookUser : Handshake,
    run: () => void navigate({ to: `/${type}/${_id}` }),
  }))
}

/** `PI-000123`, and `pi 123` as people type it. */
function useNumbered(text: string): PaletteEntry[] {
  const navigate = useNavigate()
  const { resources } = useApp()
  const [, prefix = "", digits = ""] = /^([a-z]{2,3})[- ]?(\d+)$/i.exec(text) ?? []
  const number = `${prefix.toUpperCase()}-${digits.padStart(6, "0")}`
  const resource = resources.find(({ numberPrefix }) => numberPrefix !== undefined && numberPrefix === prefix.toUpperCase())
  const found = useQuery({
    queryKey: ["palette", resource?.path, number],
    queryFn: () => request(`GET /v1/${resource!.key}`, { number, limit: 1 }) as Promise<{ data: { _id: string }[] }>,
    enabled: resource !== undefined,
    retry: false,
  })
  return (found.data?.data ?? []).map(({ _id }) => ({
    id: _id,
    label: number,
    hint: resource!.title,
    icon: resource!.icon,
    run: () => void navigate({ to: `/${resource!.path}/${_id}` }),
  }))
}

/** An id of 24 digits is looked up in every resource. */
function useFoundById(text: string): PaletteEntry[] {
  const can = usePermission()
  const navigate = useNavigate()
  const { resources } = useApp()
  const found = useQuery({
    queryKey: ["palette", "id", text],
    queryFn: () =>
      findById(
        text,
        resources.filter(({ needs, object }) => object && can(needs)),
      ),
    enabled: /^[0-9a-f]{24}$/.test(text),
    retry: false,
  })
  return (found.data ?? []).map(({ path, title, icon }) => ({
    id: `${path} ${text}`,
    label: text,
    hint: title,
    icon,
    run: () => void navigate({ to: `/${path}/${text}` }),
  }))
}

async function findById(id: string, allowed: readonly Resource[]) {
  const isThere = await Promise.all(
    allowed.map(({ key }) => request(`GET /v1/${key}/{id}`, {}, { path: { id } }).then(Boolean, () => false)),
  )
  return allowed.filter((_, index) => isThere[index])
}
