import { METRIC_NAMES } from '../../domain/daily-metrics.ts'
import type { SourceDefinition } from '../../domain/source.ts'

export const replayDefinition = {
  name: 'replay',
  title: 'Replay of imported data',
  capabilities: {
    isRemote: false,
    readsStore: true,
    hasOptionTape: true,
    keepsTape: false,
    hasQuotesAtPrints: true,
    hasOffExchange: true,
    metrics: METRIC_NAMES,
  },
} as const satisfies SourceDefinition
