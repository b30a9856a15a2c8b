import { calibrationOf } from '../../../src/trade-ideas/domain/confidence.ts'
import type { IdeaRecord } from '../../../src/trade-ideas/domain/idea-record.ts'
import { newIdea } from '../../../src/trade-ideas/domain/new-idea.ts'
import type { IdeaAnalytics } from '../../../src/trade-ideas/domain/pipelines/idea-analytics.ts'
import type { IdeaDraft } from '../../../src/trade-ideas/domain/pipelines/idea-draft.ts'

/** A quiet symbol at 100 with a daily deviation of about 1 (iv30 of 0.16), of which no pipeline makes an idea. */
export function quietAnalytics(change: Partial<IdeaAnalytics> = {}): IdeaAnalytics {
  return {
    symbol: 'AAPL',
    sessionDate: '2026-11-16',
    quote: { price: 100, change_pct: 0 },
    metrics: {
      iv30: 0.16,
      iv_rank: 30,
      net_gex: 12_500_000,
      call_wall: 100.9,
      put_wall: 99.1,
      gamma_flip: 98,
      gamma_regime: 'positive',
    },
    termStructure: { iv_minus_rv30: 0.01, state: 'contango' },
    levels: {
      support: [{ price: 99.2, strength: 0.6, sources: ['swing', 'gamma'] }],
      resistance: [{ price: 101.9, strength: 0.5, sources: ['volume_profile'] }],
    },
    trend: { score: 10, indicators: { adx_14: 14, atr_14: 1.6 } },
    flow: { bullishPremium: 4_000_000, bearishPremium: 4_000_000 },
    accumulation: null,
    nextEarnings: null,
    ...change,
  }
}

export function aDraft(change: Partial<IdeaDraft> = {}): IdeaDraft {
  return {
    symbol: 'AAPL',
    pipeline: 'flow',
    direction: 'bullish',
    strategy: 'Long Call',
    entryPrice: 100,
    targetPrice: 110,
    stopPrice: 95,
    evidence: 0.5,
    thesis: 'Option flow of this session leans to calls.',
    horizonSessions: 3,
    ...change,
  }
}

/** Made on Monday 2026-11-16 at 15:00 UTC; with the usual horizon it ends on Thursday at the close. */
export function anIdeaRecord({ id, ...change }: Partial<IdeaDraft & { id: string }> = {}): IdeaRecord {
  const seen = { atMs: Date.parse('2026-11-16T15:00:00Z'), sessionDate: '2026-11-16', high: 101, low: 99 }
  const idea = newIdea(aDraft(change), seen, calibrationOf([]))
  return id === undefined ? idea : { ...idea, id }
}
