import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"

type Props = { path: string; id: string; children: ReactNode; className?: string }

export const ObjectLink = ({ path, id, children, className = "hover:underline" }: Props) => (
  <Link to="/$resource/$id" params={{ resource: path, id }} className={className}>
    {children}
  </Link>
)
