/** What a file may hold: the resources whose `create` each row goes through. */
export const importKinds = ["contacts", "partnerships", "services", "payment-intents", "subscriptions", "authorizations"] as const
export type ImportKind = (typeof importKinds)[number]

/** `checking` is a dry run; it ends as a draft again. A failed import can be started again and goes on where it stopped. */
export const importStatuses = ["draft", "checking", "running", "done", "canceled", "failed"] as const
export type ImportStatus = (typeof importStatuses)[number]

/**
 * What became of a row. `existing`: somebody made such an object before, without an import. `unchanged`: an import made it of an equal row;
 * `differs`: of another row. None of the three changes anything.
 */
export const rowOutcomes = ["created", "existing", "unchanged", "differs", "refused"] as const
export type RowOutcome = (typeof rowOutcomes)[number]

export const decimalSigns = [".", ","] as const
export const dateOrders = ["ymd", "dmy", "mdy"] as const

export const maxFileMiB = 32
export const maxRows = 200_000
export const maxColumns = 200
export const maxCellLength = 5_000
/** Rows that one job works off. Other jobs of the tenant run between them. */
export const rowsPerBatch = 500
export const previewedRows = 20
