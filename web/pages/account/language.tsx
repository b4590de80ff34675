import { useMutation } from "@tanstack/react-query"
import { useId } from "react"
import { languageNames } from "../../../src/kit/pure/language-names.ts"
import { call } from "../../client.ts"
import { useSession } from "../../dashboard/session.tsx"
import { keepLanguage } from "../../lib/keep-language.ts"
import type { Language } from "../../lib/language.ts"
import { t } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import { Failure } from "../../ui/failure.tsx"
import { Select } from "../../ui/select.tsx"

const choices = Object.entries(languageNames).map(([value, label]) => ({ value, label }))

/** The language of this person, in every browser. The page is loaded again, because its texts are read before anything is shown. */
export function LanguageChoice() {
  const { user } = useSession()
  const id = useId()
  const choose = useMutation({
    mutationFn: (locale: Language | null) => call("POST /v1/users/choose-language", { locale }),
    onSuccess({ locale }) {
      keepLanguage(locale)
      location.reload()
    },
  })
  return (
    <Card aria-label={t`Language`}>
      <CardHead title={t`Language`} hint={t`Of the dashboard in every browser, and of the mails to you`}>
        <Select
          id={id}
          className={cn(control, "w-auto")}
          aria-label={t`Language`}
          choices={choices}
          placeholder={t`As the browser`}
          value={user.locale ?? ""}
          onChange={value => choose.mutate(value === "" ? null : (value as Language))}
        />
      </CardHead>
      {choose.isError && <Failure error={choose.error} />}
    </Card>
  )
}
