import { Link } from "@tanstack/react-router"
import { CloudOff, OctagonAlert } from "lucide-react"
import { ApiError, isUnreachable } from "../client.ts"
import { refusalInWords } from "../lib/refusal.ts"
import { rich } from "../lib/rich.ts"
import { t } from "../lib/translate.ts"
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
      title={failure ? (withoutId(failure, say) ?? say(failure)) : t`Something went wrong on this page. Nothing was changed.`}
      action={
        onRetry && (
          <Button size="sm" onClick={onRetry}>
            {t`Try again`}
          </Button>
        )
      }
    >
      {failure && <ExistingLink failure={failure} onLeave={onLeave} />}
      {failure && !isOffline && <FailureDetails failure={failure} />}
    </Note>
  )
}

/** The address of the pages of each kind of object, and the link to one. */
const pages: Record<string, readonly [page: string, text: string]> = {
  contact: ["contacts", t`Open the contact that exists`],
  partnership: ["partnerships", t`Open the partnership that exists`],
  service: ["services", t`Open the service that exists`],
  "gateway connection": ["gateway-connections", t`Open the gateway connection that exists`],
}

const existing = ({ code, details }: ApiError["failure"]) => {
  const { kind, _id } = details ?? {}
  const [page, text] = (code === "GEN-1010" && pages[String(kind)]) || []
  return page !== undefined && typeof _id === "string" ? { page, text, id: _id } : undefined
}

/** Removes the id from the end of the message, because a link replaces it. */
const withoutId = (failure: ApiError["failure"], say: (failure: ApiError["failure"]) => string) => {
  const found = existing(failure)
  return found && say(failure).replace(new RegExp(`\\s?: ${found.id}$`), ".")
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
      {found.text}
    </Link>
  )
}

/** The code with a link to its documentation, and the request id to quote. */
export const FailureDetails = ({ failure }: { failure: ApiError["failure"] }) => (
  <span className="mt-1 flex flex-wrap items-center gap-x-3 text-xs">
    <a className="font-mono underline underline-offset-2" href={`/docs/errors#${failure.code}`}>
      {failure.code}
    </a>
    {failure.requestId && <span>{rich`Request ${<CopyId label={t`request id`} value={failure.requestId} />}`}</span>}
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
