import { useMutation, useQueryClient } from "@tanstack/react-query"
import { ImageUp } from "lucide-react"
import { useId, useRef, useState } from "react"
import { ApiError, call, type Input } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { sayRefusal } from "../../lib/field-words.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import { Failure } from "../../ui/failure.tsx"
import { notify } from "../../ui/toast.tsx"
import { BrandingPreview } from "./branding-preview.tsx"
import type { Settings } from "./settings-card.tsx"

type Change = NonNullable<Input<"POST /v1/settings/update">["branding"]>

const maxLogoBytes = 100 * 1024
const ownColour = "#2f4fd0"
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** How payers and partners see the business, with a preview while it is changed. */
export function Branding({ settings: { name, branding } }: { settings: Settings }) {
  const can = usePermission()
  const queries = useQueryClient()
  const [logo, setLogo] = useState(branding.logo)
  const [colour, setColour] = useState(branding.colour ?? "")
  const [supportEmail, setSupportEmail] = useState(branding.supportEmail ?? "")
  const change: Change = {
    ...(logo !== branding.logo && { logo }),
    ...(colour !== (branding.colour ?? "") && { colour: colour === "" ? null : colour }),
    ...(supportEmail !== (branding.supportEmail ?? "") && { supportEmail: supportEmail === "" ? null : supportEmail }),
  }
  const save = useMutation({
    mutationFn: () => call("POST /v1/settings/update", { branding: change }),
    onSuccess() {
      notify(t`Branding saved`, t`Payment pages and mails show it from now on.`)
      void queries.invalidateQueries({ queryKey: ["settings"] })
    },
  })
  const errorAt = (field: string) => {
    const refusal = save.error instanceof ApiError && save.error.failure.errors?.find(({ path }) => path === `branding.${field}`)
    return refusal ? sayRefusal(refusal) : undefined
  }
  const isEditable = can("settings.edit")
  const hasFieldError = ["logo", "colour", "supportEmail"].some(field => errorAt(field) !== undefined)
  return (
    <Card aria-label={t`Branding`} className="lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0 pb-5">
        <CardHead title={t`Branding`} hint={t`On payment pages, portals and mails`} />
        <div className="space-y-4 px-5">
          <Logo logo={logo} error={errorAt("logo")} isEditable={isEditable} onChange={setLogo} />
          <Labeled
            label={t`Colour`}
            hint={t`Such as #1f5eff. Text on it is black or white, whichever reads better.`}
            error={errorAt("colour")}
          >
            {id => <ColourInput id={id} colour={colour} isEditable={isEditable} onChange={setColour} />}
          </Labeled>
          <Labeled label={t`Support e-mail`} hint={t`Where payers and partners write with questions`} error={errorAt("supportEmail")}>
            {id => (
              <input
                id={id}
                type="email"
                value={supportEmail}
                disabled={!isEditable}
                placeholder="help@example.com"
                onChange={event => setSupportEmail(event.target.value)}
                className={control}
              />
            )}
          </Labeled>
          {save.isError && !hasFieldError && <Failure error={save.error} />}
          {isEditable && (
            <Button variant="primary" disabled={Object.keys(change).length === 0 || save.isPending} onClick={() => save.mutate()}>
              {save.isPending ? t`Saving…` : t`Save branding`}
            </Button>
          )}
        </div>
      </div>
      <BrandingPreview name={name} logo={logo} colour={isColour(colour) ? colour : ownColour} supportEmail={supportEmail} />
    </Card>
  )
}

type ColourProps = { id: string; colour: string; isEditable: boolean; onChange(colour: string): void }

const ColourInput = ({ id, colour, isEditable, onChange }: ColourProps) => (
  <span className="flex gap-2">
    <input
      type="color"
      aria-label={t`Choose a colour`}
      disabled={!isEditable}
      value={isColour(colour) ? colour : ownColour}
      onChange={event => onChange(event.target.value)}
      className="h-9 w-11 shrink-0 rounded-lg bg-surface p-1 shadow-field sm:h-8"
    />
    <input
      id={id}
      value={colour}
      disabled={!isEditable}
      placeholder={t`Countersign's own`}
      onChange={event => onChange(event.target.value)}
      className={cn(control, "font-mono")}
    />
  </span>
)

type LabeledProps = { label: string; hint: string; error: string | undefined; children(id: string): React.ReactNode }

function Labeled({ label, hint, error, children }: LabeledProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-fg-2">
        {label}
      </label>
      {children(id)}
      <p className={cn("mt-1 text-xs", error ? "text-bad" : "text-fg-3")}>{error ?? hint}</p>
    </div>
  )
}

type LogoProps = { logo: string | null; error: string | undefined; isEditable: boolean; onChange(logo: string | null): void }

function Logo({ logo, error, isEditable, onChange }: LogoProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const read = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxLogoBytes) return setProblem(t`The image has more than 100 KiB. Make it smaller, about 400 pixels wide.`)
    setProblem(undefined)
    const reader = new FileReader()
    reader.addEventListener("load", () => typeof reader.result === "string" && onChange(reader.result))
    reader.readAsDataURL(file)
  }
  const message = problem ?? error
  return (
    <div>
      <p className="mb-1 text-xs font-medium text-fg-2">{t`Logo`}</p>
      <div className="flex items-center gap-3">
        <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg bg-sunken shadow-line">
          {logo ? (
            <img src={logo} alt={t`The logo`} className="max-h-full max-w-full" />
          ) : (
            <ImageUp className="size-5 text-fg-3" aria-hidden />
          )}
        </span>
        {isEditable && (
          <>
            <Button size="sm" onClick={() => input.current?.click()}>
              {logo ? t`Replace` : t`Choose an image`}
            </Button>
            {logo && (
              <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
                {t`Remove`}
              </Button>
            )}
            <input
              ref={input}
              type="file"
              aria-label={t`Logo`}
              accept="image/png,image/jpeg,image/webp"
              className="sr-only"
              tabIndex={-1}
              onChange={event => read(event.target.files?.[0])}
            />
          </>
        )}
      </div>
      <p className={cn("mt-1 text-xs", message ? "text-bad" : "text-fg-3")}>{message ?? t`PNG, JPEG or WebP, at most 100 KiB`}</p>
    </div>
  )
}
