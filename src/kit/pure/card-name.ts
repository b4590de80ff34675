type Card = { brand: string | null; last4: string | null }

/** "Visa •••• 4242", as people read it. */
export function nameOfCard({ brand, last4 }: Card): string {
  const name = brand === null ? "" : brand.charAt(0).toUpperCase() + brand.slice(1)
  return [name, ...(last4 === null ? [] : [`•••• ${last4}`])].join(" ").trim()
}
