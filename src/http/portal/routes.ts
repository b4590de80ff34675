import type { FastifyInstance } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { audiences } from "../../parties/portal-access/schema.ts"
import { addContactPortalRoutes } from "./contact-routes.ts"
import { addPartnerPortalRoutes } from "./partner-routes.ts"
import { addPortalSignInRoutes } from "./sign-in-routes.ts"

/** The portals of contacts and partners: pages without scripts, for those who have signed in by a link in a mail. */
export function addPortalRoutes(app: FastifyInstance, operations: readonly Operation[]) {
  for (const audience of audiences) addPortalSignInRoutes(app, audience)
  addContactPortalRoutes(app, operations)
  addPartnerPortalRoutes(app, operations)
}
