import { readFileSync } from "node:fs"
import { config } from "../kit/config.ts"

export const title = "Countersign"
export const tagline = "Payments that people and agents may raise, and that only the right people release"
export const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }

/** What the agent tool server says of itself, on connect and in the registry. A registry cuts the description at 100 characters. */
export const about = () => ({
  name: "countersign",
  title,
  version,
  description: "Read payments and raise payment requests. Nothing here moves money.",
  websiteUrl: config.BASE_URL,
  icons: [
    { src: `${config.BASE_URL}/assets/logo-96.png`, mimeType: "image/png", sizes: ["96x96"] },
    { src: `${config.BASE_URL}/assets/logo.svg`, mimeType: "image/svg+xml", sizes: ["any"] },
  ],
})
