import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { ApiError, request } from "../client.ts"
import { inSentence, t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { deferredDialog } from "../ui/deferred.tsx"
import { Empty, Skeleton } from "../ui/empty.tsx"
import { Fact, Facts } from "../ui/facts.tsx"
import { Failure } from "../ui/failure.tsx"
import { Status } from "../ui/status.tsx"
import { CopyId, ExactWhen } from "../ui/value.tsx"
import { Approval } from "./approval.tsx"
import { AsOfBanner, AsOfButton, useAsOf } from "./as-of.tsx"
import { useObjectPage } from "./details.ts"
import { DeveloperCard } from "./developer-card.tsx"
import { Forbidden } from "./forbidden.tsx"
import { MailsCard } from "./mails-card.tsx"
import { NotesCard } from "./notes-card.tsx"
import { ObjectActions, useMayUpdate } from "./object-actions.tsx"
import { useObjectTitle } from "./page-title.ts"
import { RelatedLists } from "./related-lists.tsx"
import { type Resource, type Row } from "./resource.ts"
import { usePermission } from "./session.tsx"
import { TagsRow } from "./tags-row.tsx"
import { Timeline } from "./timeline.tsx"
import { WhyCard } from "./why-card.tsx"

const MetadataDialog = deferredDialog(async () => (await import("./metadata-dialog.tsx")).MetadataDialog)

/** One object: its heading and verbs, the parts of its resource, its activity, its details, and the raw JSON. */
export function ObjectPage({ resource, id }: { resource: Resource; id: string }) {
  const can = usePermission()
  const isAllowed = can(resource.needs)
  const { past } = useObjectPage(resource.key)
  const asOf = useAsOf()
  const query = past === "object" && asOf !== undefined ? { asOf } : {}
  const object = useQuery({
    queryKey: [resource.key, "object", id, query],
    queryFn: ({ signal }) => request(`GET /v1/${resource.key}/{id}`, query, { path: { id }, signal }) as Promise<Row>,
    enabled: isAllowed,
  })
  if (!isAllowed) return <Forbidden needs={resource.needs} />
  if (object.isError) {
    const isMissing = object.error instanceof ApiError && object.error.status === 404
    return (
      <>
        {query.asOf !== undefined && <PastBanner resource={resource} asOf={query.asOf} />}
        {isMissing ? <Missing resource={resource} {...query} /> : <Failure error={object.error} onRetry={() => void object.refetch()} />}
      </>
    )
  }
  if (!object.data) return <LoadingObject />
  return past && asOf !== undefined ? (
    <PastObject resource={resource} row={object.data} asOf={asOf} />
  ) : (
    <LoadedObject resource={resource} row={object.data} />
  )
}

const headingShape =
  "flex flex-wrap items-center gap-x-3 gap-y-1 text-[clamp(1.25rem,7.5vw,1.75rem)] leading-9 font-semibold tracking-[-0.025em] " +
  "max-sm:[&_.num]:whitespace-normal"

const columns = "grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]"

type Shown = { resource: Resource; row: Row; asOf?: string }

function LoadedObject({ resource, row }: Shown) {
  const { hasNoTimeline } = resource.object!
  const { Actions, Body, related, past } = useObjectPage(resource.key)
  return (
    <>
      <Heading resource={resource} row={row}>
        {Actions && <Actions row={row} />}
        <ObjectActions resource={resource} row={row} />
        {past && <AsOfButton since={row.createdAt} />}
      </Heading>
      <div className={columns}>
        <div className="min-w-0 space-y-4">
          <Approval row={row} />
          {Body && <Body row={row} />}
          {related && <RelatedLists lists={related(row)} />}
          <NotesCard resource={resource} id={row._id} />
          {!hasNoTimeline && <Timeline resource={resource} row={row} />}
        </div>
        <div className="min-w-0 space-y-4">
          <DetailsCard resource={resource} row={row} />
          <WhyCard resource={resource} row={row} />
          <MailsCard object={row._id} />
          <DeveloperCard resource={resource} row={row} />
        </div>
      </div>
    </>
  )
}

/** What is only known as of now, such as related objects, notes and reasons, is left out. */
function PastObject({ resource, row, asOf }: Required<Shown>) {
  const { Body, past } = useObjectPage(resource.key)
  const isWhole = past === "object"
  return (
    <>
      <Heading resource={resource} row={row} {...(isWhole && { asOf })} />
      <PastBanner resource={resource} asOf={asOf} since={row.createdAt} />
      <div className={isWhole ? columns : "space-y-4"}>
        <div className="min-w-0 space-y-4">
          {Body && <Body row={row} />}
          {isWhole && <Timeline resource={resource} row={row} asOf={asOf} />}
        </div>
        {isWhole && (
          <div className="min-w-0 space-y-4">
            <DetailsCard resource={resource} row={row} asOf={asOf} />
            <DeveloperCard resource={resource} row={row} asOf={asOf} />
          </div>
        )}
      </div>
    </>
  )
}

function PastBanner({ resource, asOf, since }: { resource: Resource; asOf: string; since?: string }) {
  const what = useObjectPage(resource.key).past === "account" ? t`The account as it was` : t`The ${resource.noun} as it was`
  return (
    <div className="mb-4">
      <AsOfBanner asOf={asOf} what={what} since={since} />
    </div>
  )
}

function Heading({ resource, row, asOf, children }: Shown & { children?: ReactNode }) {
  const { name, hasNoNumber } = resource.object!
  const { heading, subheading, useName = name } = useObjectPage(resource.key)
  const shown = useName(row)
  useObjectTitle(shown === row._id ? undefined : shown, resource.title)
  return (
    <>
      <Breadcrumb resource={resource} shown={shown} hasNoNumber={hasNoNumber === true} />
      <header className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3 wrap-anywhere">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className={headingShape}>
            {heading(row)} {row.status && <Status status={row.status} />}
          </h1>
          {subheading && <p className="text-sm text-fg-2">{subheading(row, asOf)}</p>}
        </div>
        {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
      </header>
    </>
  )
}

const Breadcrumb = ({ resource, shown, hasNoNumber }: { resource: Resource; shown: string; hasNoNumber: boolean }) => (
  <nav aria-label={t`Breadcrumb`} className="mb-2">
    <ol className="flex items-center gap-1.5 text-xs text-fg-3">
      <li>
        <Link to="/$resource" params={{ resource: resource.path }} className="rounded hover:text-fg hover:underline">
          {resource.title}
        </Link>
      </li>
      <li aria-hidden>/</li>
      <li aria-current="page" className="min-w-0">
        {hasNoNumber ? shown : <CopyId label={t`name`} value={shown} />}
      </li>
    </ol>
  </nav>
)

function DetailsCard({ resource, row, asOf }: Shown) {
  const { facts } = useObjectPage(resource.key)
  return (
    <Card aria-label={t`Details`} className="pb-5">
      <CardHead title={t`Details`}>{asOf === undefined && <EditMetadata resource={resource} row={row} />}</CardHead>
      {asOf === undefined && <TagsRow resource={resource} id={row._id} />}
      <div className="px-5">
        <Facts>
          {facts(row, asOf)
            .filter(([, value]) => !isEmpty(value))
            .map(([label, value]) => (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ))}
          <Fact label={t`Created`}>
            <ExactWhen at={row.createdAt} />
          </Fact>
          <Fact label={t`Id`}>
            <CopyId label={t`id`} value={row._id} />
          </Fact>
          <MetadataFacts row={row} />
        </Facts>
      </div>
    </Card>
  )
}

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === false || value === ""

type WithMetadata = Row & { metadata?: Record<string, string> }

/** Where the API has an update that takes metadata, and it is possible now. */
function EditMetadata({ resource, row }: { resource: Resource; row: WithMetadata }) {
  const mayUpdate = useMayUpdate(resource, row)
  const [isOpen, setOpen] = useState(false)
  const { metadata } = row
  if (!mayUpdate || !metadata) return null
  return (
    <>
      <Button size="sm" variant="ghost" onPointerEnter={MetadataDialog.preload} onClick={() => setOpen(true)}>
        {Object.keys(metadata).length === 0 ? t`Add metadata` : t`Edit metadata`}
      </Button>
      {isOpen && <MetadataDialog resource={resource} row={{ ...row, metadata }} onClose={() => setOpen(false)} />}
    </>
  )
}

function MetadataFacts({ row }: { row: WithMetadata }) {
  return Object.entries(row.metadata ?? {}).map(([key, value]) => (
    <Fact key={key} label={key}>
      <span className="font-mono text-xs">{value}</span>
    </Fact>
  ))
}

const Missing = ({ resource, asOf }: { resource: Resource; asOf?: string }) => (
  <Card>
    <Empty
      icon={resource.icon}
      title={asOf === undefined ? t`There is no such ${resource.noun}` : t`The ${resource.noun} did not exist yet`}
    >
      {asOf === undefined
        ? t`The link may be mistyped, or it belongs to another business.`
        : t`It was created later, or the link is mistyped.`}{" "}
      <Link to="/$resource" params={{ resource: resource.path }} className="underline underline-offset-2">
        {t`See all ${inSentence(resource.title)}`}
      </Link>
      .
    </Empty>
  </Card>
)

const LoadingObject = () => (
  <div role="status" aria-label={t`Loading`} className="space-y-4">
    <Skeleton className="h-8 w-64" />
    <Skeleton className="h-40 w-full" />
    <Skeleton className="h-64 w-full" />
  </div>
)
