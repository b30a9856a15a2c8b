import { z } from 'zod'
import { Source } from '../../market/contract/source.ts'
import { MarketOverview } from './market-overview.ts'

/** An overview with what is said beside it, as it is stored. */
export const KeptOverview = z.object({
  view: z.object({ source: Source, notice: z.union([z.string(), z.undefined()]).optional() }),
  dated: z.object({ asOfMs: z.number(), sessionDate: z.string(), warnings: z.array(z.string()).readonly() }),
  answer: MarketOverview,
})

export type KeptOverview = z.infer<typeof KeptOverview>
