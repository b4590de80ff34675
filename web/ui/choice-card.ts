/** The label of a radio button that looks like a card: the chosen one has a frame, and the focused one a ring. */
export const choiceCard =
  "cursor-pointer shadow-field hover:bg-hover has-checked:bg-accent-soft has-checked:shadow-[inset_0_0_0_1.5px_var(--c-accent)] " +
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
