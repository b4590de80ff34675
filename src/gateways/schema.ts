import { z } from "zod"
import { Currency } from "../kit/fields.ts"

export const GatewayShown = z
  .object({
    gateway: z.string(),
    name: z.string(),
    currencies: z.array(Currency),
    methods: z.array(
      z.object({
        method: z.string(),
        name: z.string(),
        currencies: z.array(Currency),
        installments: z.int().meta({ description: "At most" }),
      }),
    ),
  })
  .meta({ id: "Gateway" })
