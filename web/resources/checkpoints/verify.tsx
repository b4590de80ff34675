import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { call } from "../../client.ts"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { rich } from "../../lib/rich.ts"
import { dayAndTime } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { buttonLook } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Code } from "../../ui/code.tsx"
import { CopyButton } from "../../ui/copy-button.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { Toggle } from "../../ui/toggle.tsx"
import { notify } from "../../ui/toast.tsx"
import { CopyId } from "../../ui/value.tsx"

type Key = { id: string; algorithm: string; publicKey: string; createdAt: string; retiredAt: string | null }

/** Below the list: how anybody checks an export, with which keys, and whether the checkpoints are public. */
export const VerifyOffline = () => (
  <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
    <Commands />
    <div className="space-y-4">
      <Keys />
      <Publish />
    </div>
  </div>
)

function Commands() {
  const can = usePermission()
  const { user } = useSession()
  const { origin } = location
  const text = [
    `curl -fO ${origin}/countersign-verify.mjs`,
    `curl -fo keys.json ${origin}/checkpoints/keys`,
    `curl -fo export.jsonl ${origin}/v1/checkpoints/export \\`,
    `  -H "Authorization: ApiKey $KEY" -H "X-TENANT-ID: ${user.tenant._id}"`,
    "node countersign-verify.mjs export.jsonl --keys keys.json",
  ].join("\n")
  return (
    <Card aria-label={t`Verify offline`} className="pb-5">
      <CardHead title={t`Verify offline`} hint={t`One file without dependencies checks an export. It needs Node 20 and no network.`}>
        <CopyButton text={text} label={t`Commands`} />
      </CardHead>
      <div className="space-y-3 px-5">
        <Code label={t`Commands that verify an export`} text={text} />
        <p className="text-xs text-fg-3">
          {rich`It finds and locates a changed byte, a row that was dropped, added or moved, and a removed checkpoint. Keep the keys and a
          checkpoint somewhere else, and pass it with ${<code className="font-mono">--checkpoint</code>}: whoever can change the
          database can't change what you have kept.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <File href="/countersign-verify.mjs" name="countersign-verify.mjs" label={t`Verifier`} />
          <File href="/checkpoints/keys" name="keys.json" label={t`Public keys`} />
          {can("tenant.own") && <File href="/v1/checkpoints/export" name="export.jsonl" label={t`Export`} />}
        </div>
        {can("tenant.own") && <p className="text-xs text-fg-3">{t`The export has names and e-mails, unmasked. Treat it like a backup.`}</p>}
      </div>
    </Card>
  )
}

const File = ({ href, name, label }: { href: string; name: string; label: string }) => (
  <a href={href} download={name} className={buttonLook()}>
    <Download className="size-4 text-fg-3" aria-hidden /> {label}
  </a>
)

function Keys() {
  const keys = useQuery({ queryKey: ["checkpoints", "keys"], queryFn: readKeys })
  return (
    <Card aria-label={t`Public keys`} className="pb-5">
      <CardHead title={t`Public keys`} hint={t`Ed25519. Old ones stay, because they signed earlier checkpoints.`} />
      <CardFailure query={keys} />
      {keys.isPending && <Skeleton className="mx-5 h-24" />}
      {keys.data?.length === 0 && <p className="px-5 text-sm text-fg-3">{t`The first checkpoint makes the first key.`}</p>}
      <ul className="space-y-4 px-5">
        {keys.data?.map(key => (
          <li key={key.id} className="space-y-2">
            <div className="flex flex-wrap items-center gap-2 text-xs text-fg-3">
              <span className="min-w-0 flex-1">
                <CopyId label={t`id of the key`} value={key.id} />{" "}
                {key.retiredAt
                  ? t`since ${dayAndTime(key.createdAt)}, until ${dayAndTime(key.retiredAt)}`
                  : t`since ${dayAndTime(key.createdAt)}`}
              </span>
              <CopyButton text={key.publicKey} label={t`Public key`} />
            </div>
            <Code label={t`Public key ${key.id}`} text={key.publicKey.trim()} isWrapped />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A public address, and no operation of the API. Browsers would show a minute-old answer, without the key of the first checkpoint. */
async function readKeys(): Promise<Key[]> {
  const response = await fetch("/checkpoints/keys", { cache: "no-cache" })
  if (!response.ok) throw new Error(t`The keys could not be read: status ${response.status}. Try again.`)
  const { keys } = (await response.json()) as { keys: Key[] }
  return keys
}

function Publish() {
  const can = usePermission()
  const queries = useQueryClient()
  const mayRead = can("settings.view")
  const settings = useQuery({
    queryKey: ["checkpoints", "settings"],
    queryFn: () => call("GET /v1/checkpoints/settings", {}),
    enabled: mayRead,
  })
  const change = useMutation({
    mutationFn: (isPublic: boolean) => call("POST /v1/checkpoints/settings", { public: isPublic }),
    onSuccess: saved => {
      queries.setQueryData(["checkpoints", "settings"], saved)
      notify(saved.public ? t`Anybody can read the checkpoints now` : t`Nobody outside can read the checkpoints any more`)
    },
    onError: error => notify(t`The setting was not saved`, error.message, "bad"),
  })
  if (!mayRead || !settings.data) return null
  const { public: isPublic, url } = settings.data
  return (
    <Card aria-label={t`Publish checkpoints`} className="space-y-3 p-5">
      <Toggle
        isOn={change.isPending ? change.variables : isPublic}
        isDisabled={!can("settings.edit")}
        onChange={next => change.mutate(next)}
        label={t`Publish checkpoints`}
        hint={t`Anybody can read hashes, counts and times at a public address, nothing else. Counts show how busy you are.`}
      />
      {isPublic && (
        <p className="text-xs">
          <a href={url} target="_blank" rel="noreferrer" className="break-all underline underline-offset-2">
            {url}
          </a>
        </p>
      )}
    </Card>
  )
}
