import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { ChevronRight, Plug } from "lucide-react"
import { useState } from "react"
import { call, request } from "../../client.ts"
import { useSession } from "../../dashboard/session.tsx"
import type { Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { Dialog, LoadingDialog } from "../../ui/dialog.tsx"
import { Empty } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { credentialFields, sendCredentials } from "./credential-fields.ts"
import { type Connection, type Provider, useProviders } from "./data.ts"
import { methodFields, withMethods } from "./method-fields.ts"

type Props = { isOpen: boolean; onClose(): void }

/** The person chooses a provider, then pastes what it asks for. */
export function ConnectDialog({ isOpen, onClose }: Props) {
  const [chosen, setChosen] = useState<Provider | undefined>(undefined)
  const providers = useProviders(isOpen)
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  if (!isOpen) return null
  if (chosen) return <ConnectForm provider={chosen} onBack={() => setChosen(undefined)} onClose={close} />
  if (providers.isPending) return <LoadingDialog onClose={close} />
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t`Connect a gateway`}
      description={t`You connect an account of your own. Payments arrive there, and only you hold its keys.`}
    >
      {providers.isError && <Failure error={providers.error} onRetry={() => void providers.refetch()} />}
      {providers.data?.length === 0 && (
        <Empty icon={Plug} title={t`No provider serves this business`}>
          {t`This installation has no payment provider for it. Ask the person who runs the installation.`}
        </Empty>
      )}
      <ul className="space-y-2 pb-1">
        {providers.data?.map(provider => (
          <li key={provider.gateway}>
            <Choice provider={provider} onChoose={() => setChosen(provider)} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const Choice = ({ provider, onChoose }: { provider: Provider; onChoose(): void }) => (
  <button
    type="button"
    onClick={onChoose}
    data-first-focus=""
    className="flex w-full items-center gap-3 rounded-xl px-4 py-3 text-start shadow-line hover:bg-hover"
  >
    <span className="min-w-0 flex-1">
      <span className="block font-medium">{provider.name}</span>
      <span className="block text-xs text-fg-3">{provider.methods.map(({ name }) => name).join(" · ")}</span>
    </span>
    <ChevronRight className="size-4 shrink-0 text-fg-3" aria-hidden />
  </button>
)

function ConnectForm({ provider, onBack, onClose }: { provider: Provider; onBack(): void; onClose(): void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { user } = useSession()
  const [fields] = useState<readonly Field[]>(() => fieldsOf(provider))
  const isLive = user.tenant.mode === "live"
  return (
    <FormDialog<Connection>
      id="create gateway-connections"
      isOpen
      onClose={onClose}
      title={t`Connect ${provider.name}`}
      description={
        <>
          {isLive ? t`Paste live keys, because this business moves real money.` : t`Paste test keys, because this is a sandbox.`}{" "}
          {t`They are tried first, then encrypted, and never shown again. No money moves.`}{" "}
          <button type="button" onClick={onBack} className="underline underline-offset-2 hover:text-fg">
            {t`Choose another provider`}
          </button>
        </>
      }
      fields={fields}
      submit={() => t`Connect ${provider.name}`}
      send={(input, idempotencyKey) =>
        sendCredentials(
          input,
          () =>
            request(
              "POST /v1/gateway-connections/create",
              { ...withMethods(input, provider), gateway: provider.gateway },
              { idempotencyKey },
            ) as ReturnType<typeof call<"POST /v1/gateway-connections/create">>,
        )
      }
      onDone={({ _id }) => {
        void queries.invalidateQueries({ queryKey: ["gateway-connections"] })
        notify(t`${provider.name} is connected`)
        void navigate({ to: "/$resource/$id", params: { resource: "gateway-connections", id: _id } })
      }}
    />
  )
}

const fieldsOf = (provider: Provider): Field[] => [
  ...credentialFields(provider, ({ isOptional, hint }) => ({ isRequired: !isOptional, hint })),
  {
    name: "name",
    label: t`Name`,
    kind: "text",
    isRequired: true,
    initial: provider.name,
    hint: t`What you call this account, if you connect several`,
  },
  ...methodFields(provider),
]
