import { useQueryClient } from "@tanstack/react-query"
import { LogOut } from "lucide-react"
import { signOut } from "../../dashboard/sign-out.ts"
import { useSession } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Toaster } from "../../ui/toast.tsx"
import { Passkeys } from "./passkeys.tsx"
import { TwoFactor } from "./two-factor.tsx"

/** All that opens for a person without the second factor that their business requires. */
export function SecondFactorDue({ onDone }: { onDone(): void }) {
  const { user } = useSession()
  const queries = useQueryClient()
  const close = () => void queries.invalidateQueries({ queryKey: ["session"] }).then(onDone)
  return (
    <main className="mx-auto max-w-lg space-y-5 px-4 pt-16 pb-10">
      <div>
        <h1 className="text-xl font-semibold">{t`Set up your second factor`}</h1>
        <p className="mt-1 text-fg-2">
          {t`${user.tenant.name} asks everybody to sign in with a passkey, or with a code from their phone besides the password. It takes a
          minute: add a passkey of this device, or install an authenticator app, scan a code and store the recovery codes. Until then
          nothing else opens.`}
        </p>
      </div>
      <Passkeys onDone={close} isDue />
      <TwoFactor onDone={close} />
      <p className="text-sm text-fg-3">{t`Signed in as ${user.email}. No phone at hand? Sign out, and come back with one.`}</p>
      <Button onClick={() => void signOut()}>
        <LogOut className="size-4 text-fg-3" aria-hidden /> {t`Sign out`}
      </Button>
      <Toaster />
    </main>
  )
}
