import { PageHead } from "../../dashboard/page-head.tsx"
import { useSession } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Assistants } from "./assistants.tsx"
import { Away } from "./away.tsx"
import { LanguageChoice } from "./language.tsx"
import { Passkeys } from "./passkeys.tsx"
import { Password } from "./password.tsx"
import { Sessions } from "./sessions.tsx"
import { SignOutEverywhere } from "./sign-out-everywhere.tsx"
import { TwoFactor } from "./two-factor.tsx"

/** Everything that can act as this person, and how they prove who they are. */
export function Account() {
  const { user } = useSession()
  return (
    <>
      <PageHead title={t`Sessions and assistants`} about={t`Everything that can act as you, ${user.email}.`}>
        <SignOutEverywhere />
      </PageHead>
      <div className="space-y-4">
        <Assistants />
        <Away />
        <Sessions />
        <Passkeys />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
          <TwoFactor />
          <Password />
        </div>
        <LanguageChoice />
      </div>
    </>
  )
}
