import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Ellipsis, KeyRound, Pause, PencilLine, Play, RotateCcw, Send, Trash2 } from "lucide-react"
import { useState } from "react"
import { call, request } from "../../client.ts"
import { useOneOpen } from "../../dashboard/form-open.ts"
import { usePermission } from "../../dashboard/session.tsx"
import type { Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { DropDown, DropDownItem, DropDownLine, DropDownTrigger } from "../../ui/menu.tsx"
import { SecretDialog } from "../../ui/secret-dialog.tsx"
import { notify } from "../../ui/toast.tsx"
import { eventField, secretField } from "./fields.ts"
import { Replay } from "./replay.tsx"
import type { Webhook } from "./words.ts"

const forms = ["edit", "secret", "delete", "pause", "activate", "replay"] as const
type Open = (typeof forms)[number]

/** The actions of an endpoint. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const can = usePermission()
  const [open, setOpen] = useOneOpen<Open>(id => forms.find(form => id === `${form} ${webhook._id}`))
  if (!can("webhooks.edit")) return null
  const isActive = webhook.status === "active"
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isActive && <SendTest webhook={webhook} />}
      {isActive && (
        <Button onClick={() => setOpen("replay")}>
          <RotateCcw className="size-4 text-fg-3" aria-hidden /> {t`Replay a period…`}
        </Button>
      )}
      <DropDown
        width="w-64"
        trigger={
          <DropDownTrigger render={<Button size="icon" aria-label={t`More actions`} />}>
            <Ellipsis className="size-4" aria-hidden />
          </DropDownTrigger>
        }
      >
        <DropDownItem onClick={() => setOpen("edit")}>
          <PencilLine className="size-4 text-fg-3" aria-hidden /> {t`Change address or events`}
        </DropDownItem>
        <DropDownItem className="items-start" onClick={() => setOpen("secret")}>
          <KeyRound className="mt-0.5 size-4 text-fg-3" aria-hidden />
          <span>
            {t`Roll the signing secret`}
            <span className="block text-xs text-fg-3">{t`The old one stays valid for 24 hours`}</span>
          </span>
        </DropDownItem>
        <DropDownItem onClick={() => setOpen(isActive ? "pause" : "activate")}>
          {isActive ? <Pause className="size-4 text-fg-3" aria-hidden /> : <Play className="size-4 text-fg-3" aria-hidden />}
          {isActive ? t`Pause` : t`Activate`}
        </DropDownItem>
        <DropDownLine />
        <DropDownItem isDanger onClick={() => setOpen("delete")}>
          <Trash2 className="size-4" aria-hidden /> {t`Delete endpoint…`}
        </DropDownItem>
      </DropDown>
      {open === "replay" && <Replay webhook={webhook} onClose={() => setOpen(undefined)} />}
      {open === "edit" && <Edit webhook={webhook} onClose={() => setOpen(undefined)} />}
      <RollSecret webhook={webhook} isOpen={open === "secret"} onClose={() => setOpen(undefined)} />
      <Turn webhook={webhook} open={open} onClose={() => setOpen(undefined)} />
    </div>
  )
}

function SendTest({ webhook }: { webhook: Webhook }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const send = useMutation({
    mutationFn: () => call("POST /v1/dev/webhooks/{id}/test", {}, { path: { id: webhook._id } }),
    onSuccess() {
      notify(t`Test event sent`, t`Its delivery is the first of the list.`)
      void navigate({ to: ".", search: {}, replace: true, resetScroll: false })
      void queries.invalidateQueries({ queryKey: ["dev/webhooks"] })
    },
    onError: error => notify(t`No test was sent`, error.message, "bad"),
  })
  return (
    <Button disabled={send.isPending} onClick={() => send.mutate()}>
      <Send className="size-4 text-fg-3" aria-hidden /> {send.isPending ? t`Sending…` : t`Send test event`}
    </Button>
  )
}

function Edit({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const queries = useQueryClient()
  const [fields] = useState<readonly Field[]>(() => [
    {
      name: "url",
      label: t`Address`,
      kind: "text",
      isRequired: true,
      initial: webhook.url,
      hint: t`A new address must first return a token`,
    },
    { ...eventField, initial: webhook.events.join(",") },
    { name: "description", label: t`Name`, kind: "text", initial: webhook.description, emptied: "" },
  ])
  return (
    <FormDialog
      id={`edit ${webhook._id}`}
      isOpen
      onClose={onClose}
      title={t`Change endpoint`}
      fields={fields}
      isEdit
      submit={() => t`Save`}
      send={input => request("POST /v1/dev/webhooks/{id}/update", input, { path: { id: webhook._id } })}
      onDone={() => {
        notify(t`Endpoint changed`)
        void queries.invalidateQueries({ queryKey: ["dev/webhooks"] })
      }}
    />
  )
}

function RollSecret({ webhook, isOpen, onClose }: { webhook: Webhook; isOpen: boolean; onClose(): void }) {
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | undefined>(undefined)
  return (
    <>
      <FormDialog<{ secret: string | undefined }>
        id={`secret ${webhook._id}`}
        isOpen={isOpen}
        onClose={onClose}
        title={t`Roll the signing secret`}
        description={t`A new secret signs from now on. The old one also signs for 24 hours, while you change your server.`}
        fields={[secretField]}
        submit={({ secret: own }) => (own === "" ? t`Make a new secret` : t`Use this secret`)}
        send={async input => {
          const rotated = await call("POST /v1/dev/webhooks/{id}/rotate-secret", input, { path: { id: webhook._id } })
          return { secret: input["secret"] === undefined ? rotated.secret : undefined }
        }}
        onDone={({ secret: made }) => {
          if (made === undefined) notify(t`The new secret signs from now on`)
          setSecret(made)
          void queries.invalidateQueries({ queryKey: ["dev/webhooks"] })
        }}
      />
      {secret && <SecretDialog label={t`Signing secret`} value={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

const turns = {
  pause: {
    title: t`Pause this endpoint?`,
    about: t`Queued deliveries are canceled, and events are not delivered until you activate it. You can replay them later.`,
    submit: (host: string) => t`Pause ${host}`,
    action: "disable",
    done: t`Endpoint paused`,
  },
  activate: {
    title: t`Activate this endpoint?`,
    about: t`The endpoint first gets a token by GET and must return it.`,
    submit: (host: string) => t`Activate ${host}`,
    action: "enable",
    done: t`Active again`,
  },
  delete: {
    title: t`Delete this endpoint?`,
    about: t`No more events are delivered, and queued deliveries are canceled. This can't be undone.`,
    submit: (host: string) => t`Delete ${host}`,
    action: "delete",
    done: t`Endpoint deleted`,
  },
} as const

function Turn({ webhook, open, onClose }: { webhook: Webhook; open: Open | undefined; onClose(): void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  if (open !== "pause" && open !== "activate" && open !== "delete") return null
  const { title, about, submit, action, done } = turns[open]
  const host = new URL(webhook.url).host
  return (
    <FormDialog
      id={`${open} ${webhook._id}`}
      isOpen
      onClose={onClose}
      title={title}
      description={about}
      isDanger={open === "delete"}
      fields={[]}
      submit={() => submit(host)}
      send={() => request(`POST /v1/dev/webhooks/{id}/${action}`, {}, { path: { id: webhook._id } })}
      onDone={() => {
        notify(done)
        if (open === "delete") void navigate({ to: "/$resource", params: { resource: "webhooks" } })
        void queries.invalidateQueries({ queryKey: ["dev/webhooks"] })
      }}
    />
  )
}
