import type { LucideIcon } from "lucide-react"
import { type ComponentType, createContext, useContext } from "react"
import type { ResourceKey } from "../lib/api-types.ts"
import type { AllDetails, Resource } from "./resource.ts"

export type Destination = {
  label: string
  path: string
  icon: LucideIcon
  needs?: string
  isSandboxOnly?: true
  /** `g`, then this key, goes there. */
  key?: string
  /** A hook: how many of its objects wait for this person. */
  useOpenCount?(): number
}

export type PaletteEntry = { id: string; label: string; hint: string; icon: LucideIcon; run(): void }

/** The pages and resources that web/app.ts passes to the frame of the dashboard. */
export type App = {
  /** Every resource that has a list and an object page. */
  resources: readonly Resource[]
  /** Their forms and object pages. */
  loadDetails(): Promise<AllDetails>
  /** Lists of screens to read again after an event, by the first part of the event's name. */
  screenEvents: Readonly<Record<string, string>>
  navigation: readonly { title?: string; destinations: readonly Destination[] }[]
  /** Pages in the menu of the person. */
  accountMenu: readonly Pick<Destination, "label" | "path">[]
  /** The button in the header of every page, and the title of its entry in the palette. */
  mainAction: {
    id: string
    label: string
    title: string
    icon: LucideIcon
    needs: string
    Dialog: ComponentType<{ isOpen: boolean; onClose(): void }>
  }
  /** All that opens for a person without the second factor that their business requires. */
  SecondFactorDue: ComponentType<{ onDone(): void }>
  palette: {
    /** A hook: the requests that wait for this person, to open them. */
    useWaiting(): readonly PaletteEntry[]
    /** Actions other than the forms of the resources. */
    links: readonly { id: string; label: string; hint: string; icon: LucideIcon; needs: string; to: string }[]
  }
}

const AppContext = createContext<App | undefined>(undefined)
export const AppProvider = AppContext.Provider

export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error("useApp is called outside of AppProvider")
  return app
}

/** The resource of a route of the API. */
export function useResource(key: ResourceKey): Resource {
  const resource = useApp().resources.find(each => each.key === key)
  if (!resource) throw new Error(`web/app.ts has no resource ${key}`)
  return resource
}

export const destinationsOf = ({ navigation }: App) => navigation.flatMap(({ destinations }) => destinations)
