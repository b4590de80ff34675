import { Link } from "@tanstack/react-router"
import { CloudOff, OctagonAlert } from "lucide-react"
import { ApiError, isUnreachable } from "../client.ts"
import { refusalInWords } from "../lib/refusal.ts"
import { Button } from "./button.tsx"
import { Note } from "./note.tsx"
import { CopyId } from "./value.tsx"

type Props = {
  error: unknown
  onRetry?: () => void
  /** How the form says it, which knows the labels of its fields. */
  say?(failure: ApiError["failure"]): string
  /** Before a link leads to another page. */
  onLeave?(): void
}

/** What the service refused, in its own words, with the request to quote. */
export function Failure({ error, onRetry, say = refusalInWords, onLeave }: Props) {
  const failure = error instanceof ApiError ? error.failure : undefined
  const isOffline = isUnreachable(error)
  return (
    <Note
      role="alert"
      tone="bad"
      icon={isOffline ? CloudOff : OctagonAlert}
      title={failure ? (withoutId(failure) ?? say(failure)) : "Something went wrong on this page. Nothing was changed."}
      action={
        onRetry && (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {failure && <ExistingLink failure={failure} onLeave={onLeave} />}
      {failure && !isOffline && <FailureDetails failure={failure} />}
    </Note>
  )
}

/** The address of the pages of each kind of object. */
const pages: Record<string, string> = {
  contact: "contacts",
  partnership: "partnerships",
  service: "services",
  "gateway connection": "gateway-connections",
}

const existing = ({ code, details }: ApiError["failure"]) => {
  const { kind, _id } = details ?? {}
  const page = code === "GEN-1010" && typeof kind === "string" ? pages[kind] : undefined
  return page && typeof _id === "string" ? { page, kind: String(kind), id: _id } : undefined
}

/** Removes the id from the message, because a link replaces it. */
const withoutId = (failure: ApiError["failure"]) => {
  const found = existing(failure)
  return found && failure.message.replace(`: ${found.id}`, ".")
}

/** A link to the object that exists already. */
function ExistingLink({ failure, onLeave }: { failure: ApiError["failure"]; onLeave: (() => void) | undefined }) {
  const found = existing(failure)
  if (!found) return null
  return (
    <Link
      to="/$resource/$id"
      params={{ resource: found.page, id: found.id }}
      {...(onLeave && { onClick: onLeave })}
      className="font-medium underline underline-offset-2"
    >
      Open the {found.kind} that exists
    </Link>
  )
}

/** The code with a link to its documentation, and the request id to quote. */
export const FailureDetails = ({ failure }: { failure: ApiError["failure"] }) => (
  <span className="mt-1 flex flex-wrap items-center gap-x-3 text-xs">
    <a className="font-mono underline underline-offset-2" href={`/docs/errors#${failure.code}`}>
      {failure.code}
    </a>
    {failure.requestId && (
      <span>
        Request <CopyId label="request id" value={failure.requestId} />
      </span>
    )}
  </span>
)

type Failing = { isError: boolean; error: unknown; refetch(): Promise<unknown> }

/** In a card whose content could not be read. */
export const CardFailure = ({ query }: { query: Failing }) =>
  query.isError && (
    <div className="px-5 pb-4">
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    </div>
  )
