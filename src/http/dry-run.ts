/** Any value but "false" is a dry run: what a caller wanted only to try is never done. REST rejects an invalid value. */
export const isDryRun = (header: string | undefined) => header !== undefined && !/^false$/i.test(header)
