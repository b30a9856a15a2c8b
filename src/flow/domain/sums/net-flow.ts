import { putCallRatio } from '../../../analytics/domain/exposures/put-call-ratios.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import { newYorkInstant } from '../../../market/domain/calendar/new-york-time.ts'
import { sessionOn } from '../../../market/domain/calendar/trading-calendar.ts'
import type { NetFlow } from '../../contract/net-flow.ts'
import type { FlowRow } from '../flow-row.ts'
import { addRow, addSums, type FlowSums, inUsd, netPremium, noFlow, type SummedRow } from './flow-sums.ts'
import { type BucketPrices, type HedgedRow, NO_PRICES, pricesOfPrint, withLater } from './minute-prices.ts'

export const NET_FLOW_RESOLUTIONS = ['1m', '5m', '15m', '1h', '1d'] as const

export type NetFlowResolution = (typeof NET_FLOW_RESOLUTIONS)[number]

const WIDTH_MS: Readonly<Record<NetFlowResolution, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '1d': Number.POSITIVE_INFINITY,
}
const OPEN_MINUTE = 9 * 60 + 30

export type NetFlowRow = SummedRow & HedgedRow & Pick<FlowRow, 'sessionDate' | 'executedAtMs' | 'sequence'>

/** Sums of the rows of one minute, in cents. */
export interface FlowMinute {
  readonly startMs: number
  readonly sums: FlowSums
  /** USD per share at the last row that has it; NaN if none does. */
  readonly underlyingPrice: number
  readonly prices: BucketPrices
}

interface Bucket extends FlowMinute {
  underlyingPrice: number
  prices: BucketPrices
  earliestMs: number
  earliestSequence: number
  latestMs: number
  latestSequence: number
}

export interface SessionMinutes {
  readonly sessionDate: string
  readonly minutes: readonly FlowMinute[]
}

/** Net flow of one symbol by bucket, from its minutes. */
export function netFlowOfMinutes(sessions: Iterable<SessionMinutes>, resolution: NetFlowResolution): NetFlow {
  const buckets = new Map<number, Bucket>()
  for (const { sessionDate, minutes } of sessions) {
    for (const { startMs: minuteMs, sums, underlyingPrice, prices } of minutes) {
      const startMs = bucketStart(sessionDate, minuteMs, resolution)
      const bucket = buckets.get(startMs) ?? emptyBucket(startMs)
      buckets.set(startMs, bucket)
      addSums(bucket.sums, sums)
      bucket.prices = withLater(bucket.prices, prices)
      if (Number.isNaN(underlyingPrice) || minuteMs < bucket.latestMs) continue
      bucket.underlyingPrice = underlyingPrice
      bucket.latestMs = minuteMs
    }
  }
  return netFlowOf([...buckets.values()])
}

/** Rows of one symbol and session summed by minute, in order of time. */
export function flowMinutes(rows: Iterable<NetFlowRow>): FlowMinute[] {
  const buckets = new Map<number, Bucket>()
  for (const row of rows) {
    const startMs = bucketStart(row.sessionDate, row.executedAtMs, '1m')
    const bucket = buckets.get(startMs) ?? emptyBucket(startMs)
    buckets.set(startMs, bucket)
    addRow(bucket.sums, row)
    keepPrices(bucket, row)
    keepLatestPrice(bucket, row)
  }
  return [...buckets.values()].sort((a, b) => a.startMs - b.startMs)
}

function netFlowOf(buckets: readonly FlowMinute[]): NetFlow {
  const total = noFlow()
  for (const { sums } of buckets) addSums(total, sums)
  const { callsBought, callsSold, putsBought, putsSold, callPremium, putPremium } = inUsd(total)
  return {
    data: buckets.toSorted((a, b) => a.startMs - b.startMs).map(wireBucket),
    totals: {
      calls_bought: callsBought,
      calls_sold: callsSold,
      puts_bought: putsBought,
      puts_sold: putsSold,
      net_premium: netPremium({ callsBought, callsSold, putsBought, putsSold }),
      call_premium: callPremium,
      put_premium: putPremium,
      put_call_ratio_premium: orNull(putCallRatio({ call: callPremium, put: putPremium })),
    },
  }
}

/** Start of the bucket of an instant, epoch milliseconds. */
export function bucketStart(sessionDate: string, ms: number, resolution: NetFlowResolution): number {
  const openMs = sessionOn(sessionDate)?.openMs ?? newYorkInstant(sessionDate, OPEN_MINUTE)
  const width = WIDTH_MS[resolution]
  return width === Number.POSITIVE_INFINITY ? openMs : openMs + width * Math.floor((ms - openMs) / width)
}

function emptyBucket(startMs: number): Bucket {
  return {
    startMs,
    sums: noFlow(),
    underlyingPrice: Number.NaN,
    prices: NO_PRICES,
    earliestMs: Number.POSITIVE_INFINITY,
    earliestSequence: -1,
    latestMs: Number.NEGATIVE_INFINITY,
    latestSequence: -1,
  }
}

function keepPrices(bucket: Bucket, row: NetFlowRow): void {
  const { executedAtMs, sequence } = row
  const found = pricesOfPrint(row)
  const { earliestMs, earliestSequence } = bucket
  const isEarlier = executedAtMs < earliestMs || (executedAtMs === earliestMs && sequence < earliestSequence)
  bucket.prices = isEarlier ? withLater(found, bucket.prices) : withLater(bucket.prices, found)
  if (!isEarlier || Number.isNaN(found.openPrice)) return
  bucket.earliestMs = executedAtMs
  bucket.earliestSequence = sequence
}

function keepLatestPrice(bucket: Bucket, { underlyingPrice, executedAtMs, sequence }: NetFlowRow): void {
  if (!(underlyingPrice > 0) || executedAtMs < bucket.latestMs) return
  if (executedAtMs === bucket.latestMs && sequence < bucket.latestSequence) return
  bucket.underlyingPrice = underlyingPrice
  bucket.latestMs = executedAtMs
  bucket.latestSequence = sequence
}

function wireBucket({ startMs, sums, underlyingPrice, prices }: FlowMinute): NetFlow['data'][number] {
  const { callsBought, callsSold, putsBought, putsSold, callVolume, putVolume } = inUsd(sums)
  return {
    time: new Date(startMs).toISOString(),
    net_call_premium: netPremium({ callsBought, callsSold, putsBought: 0, putsSold: 0 }),
    net_put_premium: -netPremium({ callsBought: 0, callsSold: 0, putsBought, putsSold }) + 0,
    net_premium: netPremium({ callsBought, callsSold, putsBought, putsSold }),
    call_volume: callVolume,
    put_volume: putVolume,
    underlying_price: orNull(underlyingPrice),
    underlying_open: orNull(prices.openPrice),
    underlying_high: orNull(prices.highPrice),
    underlying_low: orNull(prices.lowPrice),
    hedge_flow: orNull(prices.hedge),
  }
}
