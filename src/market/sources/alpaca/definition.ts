import { METRIC_NAMES } from '../../domain/daily-metrics.ts'
import type { SourceDefinition } from '../../domain/source.ts'

export const alpacaDefinition = {
  name: 'alpaca',
  title: 'Alpaca',
  capabilities: {
    isRemote: true,
    readsStore: true,
    hasOptionTape: true,
    keepsTape: true,
    hasQuotesAtPrints: true,
    hasOffExchange: true,
    metrics: METRIC_NAMES,
  },
} as const satisfies SourceDefinition
