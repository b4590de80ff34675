import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import { t, whole } from "../../lib/translate.ts"
import { ProgressBar } from "../../ui/progress-bar.tsx"

const everyMs = 500

/** How much of the file was sent; then how many of its lines are stored, which nobody sees before all of them are. */
export function SendingProgress({ share, ownAccount }: { share: number; ownAccount: string }) {
  const isSent = share >= 1
  const { data } = useQuery({
    queryKey: ["bank-statements", "imports", ownAccount],
    queryFn: () => call("GET /v1/bank-statements/imports", { ownAccount }),
    enabled: isSent,
    refetchInterval: everyMs,
    gcTime: 0,
  })
  const running = data?.data[0]
  if (!isSent) return <ProgressBar label={t`Sending`} share={share} words={t`Sending the file…`} />
  if (!running || running.lines === null)
    return <ProgressBar label={t`Importing`} share={undefined} words={t`The file was sent. It is being read…`} />
  const { stored, lines } = running
  const words = t`${whole(stored)} of ${whole(lines)} lines are stored. They are imported together at the end.`
  return <ProgressBar label={t`Importing`} share={lines === 0 ? 1 : stored / lines} words={words} />
}
