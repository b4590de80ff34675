import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Ellipsis, KeyRound, Pause, PencilLine, Play, RotateCcw, Send, Trash2 } from "lucide-react"
import { useState } from "react"
import { call, request } from "../../client.ts"
import { useOneOpen } from "../../dashboard/form-open.ts"
import { usePermission } from "../../dashboard/session.tsx"
import type { Field } from "../../lib/form.ts"
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
          <RotateCcw className="size-4 text-fg-3" aria-hidden /> Replay a period…
        </Button>
      )}
      <DropDown
        width="w-64"
        trigger={
          <DropDownTrigger render={<Button size="icon" aria-label="More actions" />}>
            <Ellipsis className="size-4" aria-hidden />
          </DropDownTrigger>
        }
      >
        <DropDownItem onClick={() => setOpen("edit")}>
          <PencilLine className="size-4 text-fg-3" aria-hidden /> Change address or events
        </DropDownItem>
        <DropDownItem className="items-start" onClick={() => setOpen("secret")}>
          <KeyRound className="mt-0.5 size-4 text-fg-3" aria-hidden />
          <span>
            Roll the signing secret
            <span className="block text-xs text-fg-3">The old one stays valid for 24 hours</span>
          </span>
        </DropDownItem>
        <DropDownItem onClick={() => setOpen(isActive ? "pause" : "activate")}>
          {isActive ? <Pause className="size-4 text-fg-3" aria-hidden /> : <Play className="size-4 text-fg-3" aria-hidden />}
          {isActive ? "Pause" : "Activate"}
        </DropDownItem>
        <DropDownLine />
        <DropDownItem isDanger onClick={() => setOpen("delete")}>
          <Trash2 className="size-4" aria-hidden /> Delete endpoint…
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
      notify("Test event sent", "Its delivery is the first of the list.")
      void navigate({ to: ".", search: {}, replace: true, resetScroll: false })
      void queries.invalidateQueries({ queryKey: ["dev/webhooks"] })
    },
    onError: error => notify("No test was sent", error.message, "bad"),
  })
  return (
    <Button disabled={send.isPending} onClick={() => send.mutate()}>
      <Send className="size-4 text-fg-3" aria-hidden /> {send.isPending ? "Sending…" : "Send test event"}
    </Button>
  )
}

function Edit({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const queries = useQueryClient()
  const [fields] = useState<readonly Field[]>(() => [
    {
      name: "url",
      label: "Address",
      kind: "text",
      isRequired: true,
      initial: webhook.url,
      hint: "A new address must first return a token",
    },
    { ...eventField, initial: webhook.events.join(",") },
    { name: "description", label: "Name", kind: "text", initial: webhook.description, emptied: "" },
  ])
  return (
    <FormDialog
      id={`edit ${webhook._id}`}
      isOpen
      onClose={onClose}
      title="Change endpoint"
      fields={fields}
      isEdit
      submit={() => "Save"}
      send={input => request("POST /v1/dev/webhooks/{id}/update", input, { path: { id: webhook._id } })}
      onDone={() => {
        notify("Endpoint changed")
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
        title="Roll the signing secret"
        description="A new secret signs from now on. The old one also signs for 24 hours, while you change your server."
        fields={[secretField]}
        submit={({ secret: own }) => (own === "" ? "Make a new secret" : "Use this secret")}
        send={async input => {
          const rotated = await call("POST /v1/dev/webhooks/{id}/rotate-secret", input, { path: { id: webhook._id } })
          return { secret: input["secret"] === undefined ? rotated.secret : undefined }
        }}
        onDone={({ secret: made }) => {
          if (made === undefined) notify("The new secret signs from now on")
          setSecret(made)
          void queries.invalidateQueries({ queryKey: ["dev/webhooks"] })
        }}
      />
      {secret && <SecretDialog label="Signing secret" value={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

const turns = {
  pause: {
    title: "Pause this endpoint?",
    about: "Queued deliveries are canceled, and events are not delivered until you activate it. You can replay them later.",
    verb: "Pause",
    action: "disable",
    done: "Endpoint paused",
  },
  activate: {
    title: "Activate this endpoint?",
    about: "The endpoint first gets a token by GET and must return it.",
    verb: "Activate",
    action: "enable",
    done: "Active again",
  },
  delete: {
    title: "Delete this endpoint?",
    about: "No more events are delivered, and queued deliveries are canceled. This can't be undone.",
    verb: "Delete",
    action: "delete",
    done: "Endpoint deleted",
  },
} as const

function Turn({ webhook, open, onClose }: { webhook: Webhook; open: Open | undefined; onClose(): void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  if (open !== "pause" && open !== "activate" && open !== "delete") return null
  const { title, about, verb, action, done } = turns[open]
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
      submit={() => `${verb} ${host}`}
      send={() => request(`POST /v1/dev/webhooks/{id}/${action}`, {}, { path: { id: webhook._id } })}
      onDone={() => {
        notify(done)
        if (open === "delete") void navigate({ to: "/$resource", params: { resource: "webhooks" } })
        void queries.invalidateQueries({ queryKey: ["dev/webhooks"] })
      }}
    />
  )
}
