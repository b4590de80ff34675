import { Switch } from "@base-ui/react/switch"
import { useId } from "react"

type Props = { isOn: boolean; onChange(isOn: boolean): void; label: string; hint?: string; isDisabled?: boolean }

const track =
  "relative mt-px inline-flex h-[18px] w-8 shrink-0 rounded-full bg-line-strong p-0.5 transition-colors data-checked:bg-accent " +
  "data-disabled:opacity-50"
const thumb =
  "size-3.5 rounded-full bg-surface shadow-button transition-transform data-checked:translate-x-3.5 rtl:data-checked:-translate-x-3.5 " +
  "dark:bg-fg dark:data-checked:bg-accent-fg"

export function Toggle({ isOn, onChange, label, hint, isDisabled = false }: Props) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Switch.Root
        checked={isOn}
        disabled={isDisabled}
        onCheckedChange={onChange}
        aria-labelledby={id}
        aria-describedby={hint && `${id}-hint`}
        className={track}
      >
        <Switch.Thumb className={thumb} />
      </Switch.Root>
      <div className="min-w-0">
        <p id={id} className="text-sm font-medium">
          {label}
        </p>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-fg-3">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
