import type { SourceDefinition } from '../../domain/source.ts'

export const simulatedDefinition = {
  name: 'simulated',
  title: 'Simulated market: these numbers are invented',
  capabilities: {
    isRemote: false,
    readsStore: false,
    hasOptionTape: true,
    keepsTape: false,
    hasQuotesAtPrints: true,
    hasOffExchange: true,
    metrics: ['underlyingPrice', 'iv30', 'iv60', 'iv90'],
  },
} as const satisfies SourceDefinition
