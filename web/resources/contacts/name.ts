type Contact = { email: string; profile: { firstName?: string | undefined; lastName?: string | undefined } }

export const contactName = ({ email, profile }: Contact) => [profile.firstName, profile.lastName].filter(Boolean).join(" ") || email
