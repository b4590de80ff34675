import { findUnsealed, sealNext } from "./store.ts"

/** Entries join the chain within seconds, each tenant's in its turn. */
export const auditSweeps = [
  {
    name: "the audit chain is sealed",
    everyMs: 1000,
    async run() {
      for (const tenant of await findUnsealed()) while (await sealNext(tenant));
    },
  },
]
