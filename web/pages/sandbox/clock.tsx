import { FastForward, SkipForward } from "lucide-react"
import { useState } from "react"
import { dayMs } from "../../../src/kit/pure/calendar.ts"
import { span, useNow } from "../../lib/duration.ts"
import { locale } from "../../lib/language.ts"
import { exactTime, fromLocal, tenantNow, tenantZone, toLocal } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Failure } from "../../ui/failure.tsx"
import { control } from "../../ui/control.ts"
import { DropDown, DropDownItem, DropDownTrigger } from "../../ui/menu.tsx"
import { type ClockMoves, useQueue, type Waiting } from "./clock-moves.ts"
import { iconOf } from "./waiting.tsx"

const steps = [
  ["P1D", t`1 day`],
  ["P1W", t`1 week`],
  ["P1M", t`1 month`],
] as const
const otherSteps = [
  ["PT1H", t`1 hour`],
  ["P3M", t`3 months`],
  ["P1Y", t`1 year`],
] as const

/** The time of this business, and the buttons that move it. */
export function Clock({ moves }: { moves: ClockMoves }) {
  const { isMoving, move, error } = moves
  const [isChoosing, setChoosing] = useState(false)
  const next = useQueue().data?.data[0]
  return (
    <Card aria-label={t`Clock`} className="overflow-hidden">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4 px-5 py-5 sm:px-6">
        <Now />
        <div className="flex flex-wrap gap-1.5">
          {steps.map(([advance, label]) => (
            <Button key={advance} disabled={isMoving} onClick={() => move({ advance })}>
              + {label}
            </Button>
          ))}
          <DropDown
            trigger={
              <DropDownTrigger render={<Button size="icon" aria-label={t`Other steps`} disabled={isMoving} />}>
                <FastForward className="size-4" aria-hidden />
              </DropDownTrigger>
            }
          >
            {otherSteps.map(([advance, label]) => (
              <DropDownItem key={advance} onClick={() => move({ advance })}>
                + {label}
              </DropDownItem>
            ))}
            <DropDownItem onClick={() => setChoosing(true)}>{t`To a date…`}</DropDownItem>
          </DropDown>
        </div>
      </div>
      {error && (
        <div className="px-5 pb-4 sm:px-6">
          <Failure error={error} />
        </div>
      )}
      {isMoving ? <Moving moves={moves} /> : next && <Next waiting={next} onRun={() => move({ to: "next" })} />}
      {isChoosing && <ToADate onClose={() => setChoosing(false)} onMove={to => move({ to })} />}
    </Card>
  )
}

function Now() {
  const now = useNow()
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: tenantZone(), ...options }).format(now)
  return (
    <div className="min-w-0 flex-1 basis-56">
      <h2 className="text-xs text-fg-3">{t`The time of this business`}</h2>
      <p className="num mt-1 flex flex-wrap items-baseline gap-x-3 text-[2rem] leading-10 font-semibold tracking-[-0.03em]">
        {format({ hour: "2-digit", minute: "2-digit" })}
        <span className="text-lg font-medium tracking-[-0.015em] text-fg-2">
          {format({ weekday: "short", day: "numeric", month: "long", year: "numeric" })}
        </span>
      </p>
      <p className="text-xs text-fg-3">{t`${tenantZone()}. The clock only goes forward.`}</p>
    </div>
  )
}

const band = "flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line bg-accent-soft px-5 py-4 sm:px-6"

function Next({ waiting, onRun }: { waiting: Waiting; onRun(): void }) {
  const leftMs = Date.parse(waiting.at) - useNow().getTime()
  const Icon = iconOf(waiting)
  return (
    <div className={band}>
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-surface text-accent shadow-card">
        <Icon className="size-4" aria-hidden />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="text-sm font-medium">{waiting.text}</p>
        <p className="num text-xs text-fg-2">{leftMs < 1000 ? t`Now` : t`In ${span(leftMs)}`}</p>
      </div>
      <Button variant="primary" onClick={onRun}>
        <SkipForward className="size-4" aria-hidden /> {t`Advance to next event`}
      </Button>
    </div>
  )
}

function Moving({ moves: { clock } }: { moves: ClockMoves }) {
  const { target, progress = 0, done = 0 } = clock?.status === "moving" ? clock : {}
  return (
    <div className={band} role="status">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">{target ? t`Time passes, until ${exactTime(target)}…` : t`Time passes…`}</p>
        <progress max={1} value={progress} aria-label={t`Progress of the clock`} className="my-1.5 h-1.5 w-full accent-accent" />
        <p className="num text-xs text-fg-2">
          {progress.toLocaleString(locale, { style: "percent" })} ·{" "}
          {plural(done, t`${whole(done)} thing happened so far`, t`${whole(done)} things happened so far`)}
        </p>
      </div>
    </div>
  )
}

function ToADate({ onClose, onMove }: { onClose(): void; onMove(to: string): void }) {
  const [text, setText] = useState(() => toLocal(new Date(tenantNow().getTime() + dayMs)))
  const isLater = text !== "" && Date.parse(fromLocal(text)) > tenantNow().getTime()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Move the clock to a date`}
      description={t`Everything scheduled until then happens in order, each at its own time. The clock can't go back.`}
      width="max-w-md"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button
            variant="primary"
            disabled={!isLater}
            onClick={() => {
              onMove(fromLocal(text))
              onClose()
            }}
          >
            {t`Move the clock`}
          </Button>
        </>
      }
    >
      <label className="block text-xs font-medium text-fg-2">
        {t`Until, in ${tenantZone()}`}
        <input type="datetime-local" value={text} onChange={event => setText(event.target.value)} className={`${control} mt-1`} />
      </label>
      {!isLater && <p className="mt-1 text-xs text-bad">{t`Choose a time after now.`}</p>}
    </Dialog>
  )
}
