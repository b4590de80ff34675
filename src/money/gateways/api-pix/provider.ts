import type { ConnectedGateway, OpenConnection, Provider } from "../provider.ts"
import { credentialFields, readAccount } from "./account.ts"
import { chargesOf } from "./charges.ts"
import { eventsOf } from "./events.ts"
import { inspect } from "./inspect.ts"
import { refundsOf } from "./refunds.ts"

const [id, name] = ["api-pix", "Pix by your bank"]
const modes = ["sandbox", "live"] as const

/** The API that the central bank of Brazil prescribes to every bank which receives Pix. */
export const apiPix: Provider = {
  id,
  name,
  modes,
  credentials: credentialFields,
  methods: [{ method: "pix", name: "Pix", currencies: ["BRL"], starts: "instructions", maxInstallments: 1 }],
  inspect,
  open,
}

function open(connection: OpenConnection): ConnectedGateway {
  const account = readAccount(connection.credentials)
  return {
    id,
    name,
    modes,
    methods: [...connection.methods],
    isToken: () => false,
    ...chargesOf(account, connection),
    refunds: refundsOf(account, connection),
    events: eventsOf(account, connection),
    pageOf: () => undefined,
  }
}
