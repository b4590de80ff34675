import { Link } from "@tanstack/react-router"
import { Hourglass } from "lucide-react"
import { t } from "../lib/translate.ts"
import { Note } from "../ui/note.tsx"
import type { Row } from "./resource.ts"

export type Held = { approval?: { required: boolean; status: string; request: string | null } | null }

/** Says that an object waits for a decision, and links to the request. */
export function Approval({ row }: { row: Row & Held }) {
  const { approval } = row
  // The draft of an import has no amount: it moves no money when it is started.
  if (row["status"] === "draft" && "amount" in row && !approval?.required)
    return (
      <Note tone="accent" icon={Hourglass} title={t`A draft: no money has moved`}>
        {t`A person who may release it does so on this page.`}
      </Note>
    )
  if (!approval?.required || approval.status !== "pending" || !approval.request) return null
  return (
    <Note tone="accent" icon={Hourglass} title={t`Waiting for approval: no money has moved`}>
      <Link to="/approvals" search={{ id: approval.request }} className="underline underline-offset-2">
        {t`See who decides, and why it is held`}
      </Link>
    </Note>
  )
}
