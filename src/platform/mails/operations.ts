import { listing } from "../../kit/operation/operation.ts"
import { Mail, mailFilters } from "./schema.ts"
import { listMails } from "./store.ts"

export const mailOperations = [
  listing({
    route: "GET /v1/dev/mails",
    noun: "mail",
    plural: "mails",
    summary: "List e-mails that were sent, or stored without an SMTP server; only a sandbox shows the links in them",
    needs: "tenant.own",
    filters: mailFilters,
    item: Mail,
    run: listMails,
  }),
]
