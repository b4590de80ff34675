import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import {
  BadgeCheck,
  BookUser,
  Handshake,
  Keyboard,
  Link2,
  LogOut,
  type LucideIcon,
  Plus,
  ScrollText,
  SunMoon,
  UserRoundCheck,
} from "lucide-react"
import { request } from "../client.ts"
import { money } from "../lib/money.ts"
import { entities } from "../pages/approvals/request.ts"
import { useRequests } from "../pages/approvals/requests.ts"
import { useCreate } from "./create-provider.tsx"
import { navigation, resources } from "./navigation.ts"
import { useMayOpen, usePermission } from "./session.tsx"
import { signOut } from "./sign-out.ts"

export type PaletteEntry = { id: string; label: string; hint: string; icon: LucideIcon; run(): void }
export type PaletteGroup = { title: string; entries: readonly PaletteEntry[] }
export type PaletteActions = { onPaymentLink(): void; onTheme(): void; onKeys(): void }

/** What the palette offers for a text: objects that have it, things to do, requests to decide, pages to go to. */
export function usePaletteGroups(text: string, actions: PaletteActions): PaletteGroup[] {
  const matches = ({ label, hint }: PaletteEntry) => words(text).every(word => `${label} ${hint}`.toLowerCase().includes(word))
  const groups = [
    { title: "Found", entries: [...useNumbered(text), ...useFoundById(text), ...usePeople(text)] },
    { title: "Waits for you", entries: useApprovals().filter(matches) },
    { title: "Do", entries: useActions(actions).filter(matches) },
    { title: "Go to", entries: usePages().filter(matches) },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

const words = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

function usePages(): PaletteEntry[] {
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  return navigation
    .flatMap(({ destinations }) => destinations)
    .filter(mayOpen)
    .map(({ label, path, icon, key }) => ({
      id: path,
      label,
      hint: key ? `G ${key.toUpperCase()}` : "",
      icon,
      run: () => void navigate({ to: path }),
    }))
}

function useActions({ onPaymentLink, onTheme, onKeys }: PaletteActions): PaletteEntry[] {
  const can = usePermission()
  const create = useCreate()
  const navigate = useNavigate()
  const forms = resources
    .filter(resource => resource.create && can(resource.create.needs))
    .map(resource => ({
      id: `create ${resource.path}`,
      label: resource.create!.label,
      hint: "Create",
      icon: Plus,
      run: () => create(resource),
    }))
  const link = { id: "link", label: "New payment link", hint: "Create", icon: Link2, run: onPaymentLink }
  const policy = {
    id: "policy",
    label: "New policy",
    hint: "Create",
    icon: ScrollText,
    run: () => void navigate({ to: "/policies/$id", params: { id: "new" } }),
  }
  const handOver = {
    id: "hand-over",
    label: "Hand over my approvals",
    hint: "While you are away",
    icon: UserRoundCheck,
    run: () => void navigate({ to: "/account", search: { open: "hand-over" } }),
  }
  return [
    ...(can("paymentIntents.edit") ? [link] : []),
    ...forms,
    ...(can("approvals.edit") ? [policy] : []),
    ...(can("approvals.decide") ? [handOver] : []),
    { id: "theme", label: "Switch between light and dark", hint: "", icon: SunMoon, run: onTheme },
    { id: "keys", label: "Keyboard shortcuts", hint: "?", icon: Keyboard, run: onKeys },
    { id: "sign-out", label: "Sign out", hint: "", icon: LogOut, run: () => void signOut() },
  ]
}

/** Opens the request with its decision: the palette itself never approves anything. */
function useApprovals(): PaletteEntry[] {
  const mine = useRequests("mine")
  const navigate = useNavigate()
  return (mine.data?.requests ?? []).slice(0, 5).map(({ _id, entityType, amount, currency, policyName }) => ({
    id: _id,
    label: `Approve or reject ${entities[entityType].label.toLowerCase()} of ${money(amount, currency)}`,
    hint: policyName,
    icon: BadgeCheck,
    run: () => void navigate({ to: "/approvals", search: { id: _id } }),
  }))
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

const prefixes: Record<string, string> = { PI: "payments", PO: "payouts", OR: "orders", SUB: "subscriptions", DP: "disputes" }

/** `PI-000123`, and `pi 123` as people type it. */
function useNumbered(text: string): PaletteEntry[] {
  const navigate = useNavigate()
  const [, prefix = "", digits = ""] = /^([a-z]{2,3})[- ]?(\d+)$/i.exec(text) ?? []
  const number = `${prefix.toUpperCase()}-${digits.padStart(6, "0")}`
  const resource = resources.find(({ path }) => path === prefixes[prefix.toUpperCase()])
  const found = useQuery({
    queryKey: ["palette", resource?.path, number],
    queryFn: () => request(`GET /v1/${resource!.api ?? resource!.path}`, { number, limit: 1 }) as Promise<{ data: { _id: string }[] }>,
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

/** An id of 24 digits is looked for in every resource. */
function useFoundById(text: string): PaletteEntry[] {
  const can = usePermission()
  const navigate = useNavigate()
  const found = useQuery({
    queryKey: ["palette", "id", text],
    queryFn: () => findById(text, can),
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

async function findById(id: string, can: (permission: string) => boolean) {
  const allowed = resources.filter(({ needs, object }) => object && can(needs))
  const isThere = await Promise.all(
    allowed.map(({ api, path }) => request(`GET /v1/${api ?? path}/{id}`, {}, { path: { id } }).then(Boolean, () => false)),
  )
  return allowed.filter((_, index) => isThere[index])
}
