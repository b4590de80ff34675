import { Plus, X } from "lucide-react"
import { fieldTypes } from "../../../src/money/payment-links/values.ts"
import type { PartsProps } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import { newQuestion, type Question, questionsOf, questionsText } from "./parts.ts"

const maxQuestions = 10
const names: Record<Question["type"], string> = { text: t`Text`, choice: t`Choice`, checkbox: t`Checkbox` }

/** The questions to the visitor: each a text, a choice or a checkbox. */
export function QuestionFields({ id, value, onChange, ...aria }: PartsProps) {
  const questions = questionsOf(value)
  const put = (next: readonly Question[]) => onChange(questionsText(next))
  const change = (at: number, part: Partial<Question>) => put(questions.map((each, index) => (index === at ? { ...each, ...part } : each)))
  return (
    <div id={id} className="space-y-3" role="group" aria-label={t`Questions`} aria-describedby={aria["aria-describedby"]}>
      {questions.map((question, at) => (
        <fieldset key={at} className="space-y-2 rounded-lg bg-sunken p-3 shadow-line">
          <legend className="sr-only">{t`Question ${at + 1}`}</legend>
          <div className="flex flex-wrap gap-2">
            <input
              aria-label={t`Question ${at + 1}`}
              aria-invalid={aria["aria-invalid"] && question.label === ""}
              placeholder={t`Name of the student`}
              value={question.label}
              onChange={event => change(at, { label: event.target.value })}
              className={cn(control, "w-auto flex-1 basis-48 sm:w-auto")}
            />
            <select
              aria-label={t`Kind of question ${at + 1}`}
              value={question.type}
              onChange={event => change(at, { type: fieldTypes.find(type => type === event.target.value) ?? "text" })}
              className={cn(control, "w-28 sm:w-28")}
            >
              {fieldTypes.map(type => (
                <option key={type} value={type}>
                  {names[type]}
                </option>
              ))}
            </select>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t`Remove question ${at + 1}`}
              onClick={() => put(questions.filter((_, i) => i !== at))}
            >
              <X className="size-4" aria-hidden />
            </Button>
          </div>
          {question.type === "choice" && (
            <textarea
              aria-label={t`Choices of question ${at + 1}`}
              rows={3}
              placeholder={t`What can be chosen, one on each line`}
              value={question.options}
              onChange={event => change(at, { options: event.target.value })}
              className={cn(control, "h-auto py-1.5 sm:h-auto")}
            />
          )}
          <label className="flex items-center gap-2 text-xs text-fg-2">
            <input
              type="checkbox"
              checked={question.isRequired}
              onChange={event => change(at, { isRequired: event.target.checked })}
              className="size-4 accent-accent"
            />
            {question.type === "checkbox" ? t`Must be ticked` : t`Must be answered`}
          </label>
        </fieldset>
      ))}
      {questions.length < maxQuestions && (
        <Button size="sm" variant="ghost" onClick={() => put([...questions, newQuestion])}>
          <Plus className="size-3.5" aria-hidden /> {t`Add a question`}
        </Button>
      )}
    </div>
  )
}
