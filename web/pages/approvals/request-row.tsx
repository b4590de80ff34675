import { useSession } from "../../dashboard/session.tsx"
import { useUserNames } from "../../dashboard/user-names.ts"
import { ago } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { ActorName, Avatar } from "../../ui/avatar.tsx"
import { cn } from "../../ui/cn.ts"
import { When } from "../../ui/value.tsx"
import { ViewBadge } from "./detail.tsx"
import { Subject, useEntity } from "./entity.tsx"
import { useMaker } from "./maker.ts"
import { entities } from "./request.ts"
import { RequestedMoney } from "./requested-money.tsx"
import { type ApprovalRequest, stepOf, viewOf } from "./turn.ts"

const chosen = "lg:bg-accent-soft lg:before:absolute lg:before:inset-y-0 lg:before:start-0 lg:before:w-0.5 lg:before:bg-accent"

type Props = { request: ApprovalRequest; seat: string | undefined; isShown: boolean; onOpen(): void }

/** The amount, the kind and the recipient, who asked, and when it expires. */
export function RequestRow({ request, seat, isShown, onOpen }: Props) {
  const { user } = useSession()
  const nameOf = useUserNames()
  const entity = useEntity(request.entityType, request.entity)
  const maker = useMaker(request, entity)
  const { label, icon: Icon } = entities[request.entityType]
  const view = viewOf(request, user._id, seat !== undefined)
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-current={isShown}
        onClick={onOpen}
        className={cn("relative block w-full px-4 py-3 text-start focus-visible:-outline-offset-2", isShown ? chosen : "hover:bg-hover")}
      >
        <span className="flex items-baseline gap-2">
          <RequestedMoney of={request} className="font-semibold" />
          <When at={request.createdAt} className="ms-auto text-xs text-fg-3" />
        </span>
        <span className="mt-0.5 flex items-center gap-2 text-fg-2">
          <Icon className="size-3.5 shrink-0 text-fg-3" aria-hidden />
          <span className="min-w-0 truncate">{entity ? <Subject entity={entity} isPlain /> : label}</span>
        </span>
        <span className="mt-1.5 flex items-center gap-2 text-xs text-fg-3">
          <Avatar actor={maker} size="sm" />
          <span className="min-w-0 flex-1 truncate">
            <ActorName actor={maker} />
          </span>
          {view !== "yours" ? (
            <ViewBadge view={view} request={request} seat={seat} />
          ) : seat && seat !== user._id ? (
            t`you decide for ${nameOf(seat)}`
          ) : request.strategy === "sequential" ? (
            t`Step ${stepOf(request)}`
          ) : (
            t`closes ${ago(request.expiresAt)}`
          )}
        </span>
      </button>
    </li>
  )
}
