import { listing } from "../kit/operation.ts"
import { Mail, mailFilters } from "./schema.ts"
import { listMails } from "./store.ts"

export const mailOperations = [
  listing({
    route: "GET /v1/dev/mails",
    noun: "mail",
    plural: "mails",
    summary: "The e-mails that were sent, or kept here because no SMTP server is set",
    needs: "settings.view",
    filters: mailFilters,
    item: Mail,
    run: listMails,
  }),
]
