import type { Connection } from '../../store/connection.ts'
import type { DailyMetrics } from '../domain/daily-metrics.ts'
import type { ChainHead } from './chains.ts'
import type { DailyMetricsRow, MarketTables } from './tables.ts'

export interface SessionMetrics extends DailyMetrics {
  readonly sessionDate: string
}

export interface MetricsRange {
  readonly from: string
  /** Not included. */
  readonly before: string
}

/** Of one symbol, else of all. */
interface ForgottenSessions extends Partial<MetricsRange> {
  readonly symbol?: string
  readonly before: string
}

/**
 * The figures of the last chain of each session. They hang on the chain and go with it, so a session whose chain was
 * replaced, or followed by a later one, is unknown until it is valued again, and never answered from what was before.
 */
export function dailyMetrics({ db }: Connection<MarketTables>) {
  const lastOfSessions = db
    .selectFrom('market_chains as chain')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('market_chains as later')
            .select('later.id')
            .whereRef('later.symbol', '=', 'chain.symbol')
            .whereRef('later.session_date', '=', 'chain.session_date')
            .whereRef('later.as_of', '>', 'chain.as_of'),
        ),
      ),
    )
  return {
    /** One for each session with a chain, in date order; NaN where a figure is unknown or this method has not valued it. */
    async history(symbol: string, method: number, { from, before }: MetricsRange): Promise<SessionMetrics[]> {
      const rows = await lastOfSessions
        .leftJoin('daily_metrics as metrics', (join) =>
          join.onRef('metrics.chain_id', '=', 'chain.id').on('metrics.method', '=', method),
        )
        .select(['chain.session_date', ...FIGURES])
        .where('chain.symbol', '=', symbol)
        .where('chain.session_date', '>=', from)
        .where('chain.session_date', '<', before)
        .orderBy('chain.session_date')
        .execute()
      return rows.map(({ session_date, ...figures }) => ({ sessionDate: session_date, ...fromRow(figures) }))
    },

    /** The last chains of sessions that this method has not valued, by symbol and date. */
    async missing(method: number): Promise<ChainHead[]> {
      const rows = await lastOfSessions
        .leftJoin('daily_metrics as metrics', (join) =>
          join.onRef('metrics.chain_id', '=', 'chain.id').on('metrics.method', '=', method),
        )
        .select(['chain.id', 'chain.symbol', 'chain.name', 'chain.session_date', 'chain.as_of'])
        .where('metrics.chain_id', 'is', null)
        .orderBy('chain.symbol')
        .orderBy('chain.session_date')
        .execute()
      return rows.map(({ session_date, as_of, ...head }) => ({ ...head, sessionDate: session_date, asOf: as_of }))
    },

    /** Makes the figures of sessions unknown until they are valued again: what they follow from has changed. */
    async forget({ symbol, from, before }: ForgottenSessions): Promise<void> {
      let chains = db.selectFrom('market_chains').select('id').where('session_date', '<', before)
      if (symbol !== undefined) chains = chains.where('symbol', '=', symbol)
      if (from !== undefined) chains = chains.where('session_date', '>=', from)
      await db.deleteFrom('daily_metrics').where('chain_id', 'in', chains).execute()
    },

    /** Replaces the metrics of the same chain, which must be stored. */
    async put(chainId: string, method: number, metrics: DailyMetrics): Promise<void> {
      const figures = { method, ...toRow(metrics) }
      await db
        .insertInto('daily_metrics')
        .values({ chain_id: chainId, ...figures })
        .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(figures))
        .execute()
    },
  }
}

type Figures = Omit<DailyMetricsRow, 'chain_id' | 'method'>

const FIGURES = [
  'metrics.underlying_price',
  'metrics.iv30',
  'metrics.iv60',
  'metrics.iv90',
  'metrics.rr25',
  'metrics.net_gex',
  'metrics.call_wall',
  'metrics.put_wall',
  'metrics.gamma_flip',
  'metrics.put_call_ratio_volume',
  'metrics.put_call_ratio_open_interest',
  'metrics.max_pain',
  'metrics.total_open_interest',
] as const

function toRow(metrics: DailyMetrics): Figures {
  const orNull = (value: number) => (Number.isNaN(value) ? null : value)
  return {
    underlying_price: orNull(metrics.underlyingPrice),
    iv30: orNull(metrics.iv30),
    iv60: orNull(metrics.iv60),
    iv90: orNull(metrics.iv90),
    rr25: orNull(metrics.rr25),
    net_gex: orNull(metrics.netGex),
    call_wall: orNull(metrics.callWall),
    put_wall: orNull(metrics.putWall),
    gamma_flip: orNull(metrics.gammaFlip),
    put_call_ratio_volume: orNull(metrics.putCallRatioVolume),
    put_call_ratio_open_interest: orNull(metrics.putCallRatioOpenInterest),
    max_pain: orNull(metrics.maxPain),
    total_open_interest: orNull(metrics.totalOpenInterest),
  }
}

function fromRow(row: Figures): DailyMetrics {
  const known = (value: number | null) => value ?? Number.NaN
  return {
    underlyingPrice: known(row.underlying_price),
    iv30: known(row.iv30),
    iv60: known(row.iv60),
    iv90: known(row.iv90),
    rr25: known(row.rr25),
    netGex: known(row.net_gex),
    callWall: known(row.call_wall),
    putWall: known(row.put_wall),
    gammaFlip: known(row.gamma_flip),
    putCallRatioVolume: known(row.put_call_ratio_volume),
    putCallRatioOpenInterest: known(row.put_call_ratio_open_interest),
    maxPain: known(row.max_pain),
    totalOpenInterest: known(row.total_open_interest),
  }
}
