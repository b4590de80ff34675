import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { ResourceKey } from "../lib/api-types.ts"
import { useResource } from "./app-context.ts"

type Props = { to: ResourceKey; id: string; children: ReactNode; className?: string }

/** A link to the page of an object, by the route of its resource in the API. */
export const ObjectLink = ({ to, id, children, className = "hover:underline" }: Props) => (
  <Link to="/$resource/$id" params={{ resource: useResource(to).path, id }} className={className}>
    {children}
  </Link>
)
