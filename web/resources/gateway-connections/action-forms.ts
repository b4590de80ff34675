import type { Actions } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"

/** What each action does, in words. Loaded when one is opened. */
export const actionForms = {
  test: {
    label: t`Test`,
    about: row => t`Asks ${say(row.gateway)} whether the keys still work, and what they may not do. No money moves.`,
    submit: () => t`Test now`,
    done: t`Tested: the result is on this page`,
  },
  pause: {
    label: t`Pause`,
    about: () =>
      t`No new charge begins here until you resume it. Charges and refunds that are open go on, and messages still arrive. No money moves.`,
    submit: row => t`Pause ${row.name}`,
    done: t`Paused: no new charge begins here`,
  },
  resume: {
    label: t`Resume`,
    about: () => t`New charges may go through it again. No money moves.`,
    submit: row => t`Resume ${row.name}`,
    done: t`Active again`,
  },
  "rotate-secret": {
    label: t`Replace the secret of messages`,
    about: row =>
      t`${say(row.gateway)} signs its messages with a new secret from now on. Messages with the old one are accepted for a day,
        so none is lost. No money moves.`,
    submit: () => t`Replace the secret`,
    done: t`The new secret signs from now on`,
  },
  disconnect: {
    label: t`Disconnect`,
    isDanger: true,
    about: row =>
      t`No new charge begins at ${row.name}, from now on and for good. What is open there goes on; once nothing is open, the keys are
        erased. Money that the provider holds stays yours there. No money moves.`,
    submit: row => t`Disconnect ${row.name}`,
    done: t`Disconnecting`,
  },
} satisfies Actions<"gateway-connections">
