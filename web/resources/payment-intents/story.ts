import type { Story } from "../../dashboard/entry.ts"

export const paymentStory: Story = { asks: "requested" }
