/** The shape of every input, select and text area. */
export const control =
  "h-9 w-full min-w-0 rounded-lg bg-surface px-2.5 text-base shadow-field placeholder:text-fg-3 focus-visible:outline-offset-0 " +
  "sm:h-8 sm:text-sm dark:bg-sunken aria-invalid:shadow-[inset_0_0_0_1.5px_var(--c-bad)]"
