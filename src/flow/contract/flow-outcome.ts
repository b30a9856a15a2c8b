import { z } from 'zod'

const returnPct = (when: string) =>
  z
    .number()
    .min(-100)
    .nullable()
    .describe(
      `100 × (mid of the contract's quote ${when} / price of the print − 1): the gain of a buyer at that price, whatever the side. Percent; null until then, or without a usable quote.`,
    )

export const FlowOutcome = z
  .object({
    return_pct_5m: returnPct('5 minutes later'),
    return_pct_30m: returnPct('30 minutes later'),
    return_pct_1d: returnPct('at the close of the next session'),
  })
  .meta({ id: 'FlowOutcome' })

export type FlowOutcome = z.infer<typeof FlowOutcome>
