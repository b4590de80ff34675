import type { ComponentType } from "react"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Dialog, LoadingDialog } from "../../ui/dialog.tsx"
import { Failure } from "../../ui/failure.tsx"
import { type Connection, type Provider, useProviders } from "./data.ts"

type Props = { row: Connection; onClose(): void }

/** A form of a connection that must know what its provider offers. */
export function ProviderDialog({
  row,
  onClose,
  title,
  Form,
}: Props & { title: string; Form: ComponentType<Props & { provider: Provider }> }) {
  const providers = useProviders()
  if (providers.isPending) return <LoadingDialog onClose={onClose} />
  const provider = providers.data?.find(({ gateway }) => gateway === row.gateway)
  if (provider) return <Form row={row} provider={provider} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      {providers.isError ? (
        <Failure error={providers.error} onRetry={() => void providers.refetch()} />
      ) : (
        <p className="text-sm">{t`This installation no longer has the provider ${say(row.gateway)}.`}</p>
      )}
    </Dialog>
  )
}
