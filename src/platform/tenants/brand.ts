/** How a tenant looks to its payers and partners, on pages and in mails. */
export type Brand = {
  name: string
  /** An absolute address on our own origin. Null if the tenant has no logo: pages then show its initials. */
  logoUrl: string | null
  /** `#rrggbb`: the tenant's, or the product's own. */
  colour: string
  /** Black or white, whichever is read better on the colour. */
  textOnColour: "#000000" | "#ffffff"
  supportEmail: string | null
}

export const defaultColour = "#2f4fd0"
