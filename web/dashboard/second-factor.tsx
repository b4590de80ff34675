import { Link } from "@tanstack/react-router"
import { ShieldAlert } from "lucide-react"
import { type ReactNode, useState } from "react"
import { rich } from "../lib/rich.ts"
import { t } from "../lib/translate.ts"
import { buttonLook } from "../ui/button.tsx"
import { Note } from "../ui/note.tsx"
import { ExactWhen } from "../ui/value.tsx"
import { useApp } from "./app-context.ts"
import { useSession } from "./session.tsx"

/**
 * Opens the dashboard only to people who have the second factor that their business requires. It stays closed until they have stored their
 * recovery codes, which are shown once.
 */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { secondFactorDueAt: dueAt } = useSession().user
  const { SecondFactorDue } = useApp()
  const isDue = dueAt !== null && Date.parse(dueAt) <= Date.now()
  const [state, setState] = useState<"open" | "closed" | "leaving">(isDue ? "closed" : "open")
  if (isDue && state === "open") setState("closed")
  if (!isDue && state === "leaving") setState("open") // the answer that it is no longer due may be rendered later than `onDone` is called
  return state === "open" ? children : <SecondFactorDue onDone={() => setState("leaving")} />
}

/** Reminds a person in the time of grace. */
export function SecondFactorNote() {
  const { secondFactorDueAt: dueAt, tenant } = useSession().user
  if (dueAt === null) return null
  return (
    <div className="mb-5">
      <Note
        tone="warn"
        icon={ShieldAlert}
        title={t`Set up your second factor`}
        action={
          <Link to="/account" className={buttonLook()}>
            {t`Set it up`}
          </Link>
        }
      >
        {rich`${tenant.name} asks everybody to sign in with a passkey, or with a code from their phone besides the password. Nothing else
        opens without one from ${<ExactWhen at={dueAt} />}.`}
      </Note>
    </div>
  )
}
