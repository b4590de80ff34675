import type { Actions } from "../../dashboard/resource.ts"
import { say } from "../../lib/words.ts"

/** What each action does, in words. Loaded when one is opened. */
export const actionForms = {
  test: {
    label: "Test",
    about: row => `Asks ${say(row.gateway)} whether the keys still work, and what they may not do. No money moves.`,
    submit: () => "Test now",
    done: "Tested: the result is on this page",
  },
  pause: {
    label: "Pause",
    about: () =>
      "No new charge begins here until you resume it. Charges and refunds that are open go on, and messages still arrive. No money moves.",
    submit: row => `Pause ${row.name}`,
    done: "Paused: no new charge begins here",
  },
  resume: {
    label: "Resume",
    about: () => "New charges may go through it again. No money moves.",
    submit: row => `Resume ${row.name}`,
    done: "Active again",
  },
  "rotate-secret": {
    label: "Replace the secret of messages",
    about: row =>
      `${say(row.gateway)} signs its messages with a new secret from now on. Messages with the old one are accepted for a day, ` +
      "so none is lost. No money moves.",
    submit: () => "Replace the secret",
    done: "The new secret signs from now on",
  },
  disconnect: {
    label: "Disconnect",
    isDanger: true,
    about: row =>
      `No new charge begins at ${row.name}, from now on and for good. What is open there goes on; once nothing is open, the keys are ` +
      "erased. Money that the provider holds stays yours there. No money moves.",
    submit: row => `Disconnect ${row.name}`,
    done: "Disconnecting",
  },
} satisfies Actions<"gateway-connections">
