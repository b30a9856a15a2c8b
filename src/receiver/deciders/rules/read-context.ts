import { z } from 'zod'
import { DAY_MS } from '../../../lib/time/duration.ts'
import type { RuleEvidence } from '../../domain/rule-evidence.ts'

const number = z.number().nullish().catch(null)
const Level = z.object({ price: z.number(), strength: z.number().min(0).max(1).default(1) })
const levels = z.array(z.unknown()).nullish().catch(null)

/**
 * The fields of a `trade_context` answer that the rules read, and `trend.score` of `trend_analysis` where it is given
 * besides. What is missing or of another kind is unknown.
 */
const Context = z.object({
  as_of: z.string().nullish().catch(null),
  quote: z.object({ price: number }).nullish().catch(null),
  metrics: z
    .object({
      iv_rank: number,
      gamma_regime: z.enum(['positive', 'negative']).nullish().catch(null),
      net_gex: number,
      call_wall: number,
      put_wall: number,
    })
    .nullish()
    .catch(null),
  support: levels,
  resistance: levels,
  next_earnings: z.object({ report_date: z.string() }).nullish().catch(null),
  flow_bias: z.object({ for_pct: number, against_pct: number }).nullish().catch(null),
  trend: z.object({ score: number }).nullish().catch(null),
})

/** Of 0 to 1. */
const STRONG = 0.5
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** What a `trade_context` answer says, at the instant at which it is read. */
export function readContext(context: Record<string, unknown>, nowMs: number): RuleEvidence {
  const { as_of, quote, metrics, support, resistance, next_earnings, flow_bias, trend } = Context.parse(context)
  const asOfMs = typeof as_of === 'string' ? Date.parse(as_of) : Number.NaN
  return {
    price: quote?.price ?? null,
    ageS: Number.isNaN(asOfMs) ? null : Math.max(0, (nowMs - asOfMs) / 1000),
    ivRank: metrics?.iv_rank ?? null,
    gammaRegime: metrics?.gamma_regime ?? null,
    netGex: metrics?.net_gex ?? null,
    callWall: metrics?.call_wall ?? null,
    putWall: metrics?.put_wall ?? null,
    supports: pricesOf(support),
    resistances: pricesOf(resistance),
    nextEarningsDays: daysTo(next_earnings?.report_date, asOfMs),
    flowFor: flow_bias?.for_pct ?? null,
    flowAgainst: flow_bias?.against_pct ?? null,
    trendScore: trend?.score ?? null,
  }
}

/** A weak level stops nothing. Those without a price are left out, those without a strength are taken. */
function pricesOf(found: readonly unknown[] | null | undefined): number[] {
  return (found ?? []).flatMap((entry) => {
    const level = Level.safeParse(entry)
    return level.success && level.data.strength >= STRONG ? [level.data.price] : []
  })
}

/** Calendar days from the instant of the data to the report. */
function daysTo(reportDate: string | undefined, asOfMs: number): number | null {
  if (reportDate === undefined || !DATE.test(reportDate) || Number.isNaN(asOfMs)) return null
  const days = Math.floor(Date.parse(`${reportDate}T00:00:00Z`) / DAY_MS) - Math.floor(asOfMs / DAY_MS)
  return Number.isNaN(days) ? null : days
}
