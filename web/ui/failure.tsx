import { CloudOff, OctagonAlert } from "lucide-react"
import { ApiError, isUnreachable } from "../client.ts"
import { Button } from "./button.tsx"
import { Note } from "./note.tsx"
import { CopyId } from "./value.tsx"

/** What the service refused, in its own words, with the request to quote. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const failure = error instanceof ApiError ? error.failure : undefined
  const isOffline = isUnreachable(error)
  return (
    <Note
      role="alert"
      tone="bad"
      icon={isOffline ? CloudOff : OctagonAlert}
      title={failure?.message ?? "Something went wrong on this page. Nothing was changed."}
      action={
        onRetry && (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {failure && !isOffline && <FailureDetails failure={failure} />}
    </Note>
  )
}

/** The code, with its page of the documentation, and the request to quote. */
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

/** In a card, where what it shows could not be read. */
export const CardFailure = ({ query }: { query: Failing }) =>
  query.isError && (
    <div className="px-5 pb-4">
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    </div>
  )
