import { config } from "../kit/service/config.ts"
import { version } from "../kit/service/version.ts"

export { license, version } from "../kit/service/version.ts"

export const title = "Countersign"
export const tagline = "People and agents raise payments, and only the right people release them"

/** How the MCP server describes itself, on connect and in the registry. The registry limits the description to 100 characters. */
export const serverInfo = () => ({
  name: "countersign",
  title,
  version,
  description: "Read payments and create payment requests. No tool moves money.",
  websiteUrl: config.BASE_URL,
  icons: [
    { src: `${config.BASE_URL}/assets/logo-96.png`, mimeType: "image/png", sizes: ["96x96"] },
    { src: `${config.BASE_URL}/assets/logo.svg`, mimeType: "image/svg+xml", sizes: ["any"] },
  ],
})
