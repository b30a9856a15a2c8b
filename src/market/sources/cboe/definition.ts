import { METRIC_NAMES } from '../../domain/daily-metrics.ts'
import type { SourceDefinition } from '../../domain/source.ts'

export const cboeDefinition = {
  name: 'cboe',
  title: 'Cboe, 15 minutes delayed',
  capabilities: {
    isRemote: true,
    readsStore: true,
    hasOptionTape: false,
    keepsTape: false,
    hasQuotesAtPrints: false,
    hasOffExchange: false,
    metrics: METRIC_NAMES,
  },
} as const satisfies SourceDefinition
