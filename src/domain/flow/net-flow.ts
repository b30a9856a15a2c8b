/**
 * Premium bought minus premium sold, by time. Buckets begin at the open of the session in New York and carry on in whole
 * steps before and after it; only those in which something traded are listed.
 */
import { z } from 'zod'
import { orNull } from '../../lib/numbers.ts'
import { newYorkInstant } from '../market/new-york-time.ts'
import { sessionOn } from '../market/trading-calendar.ts'
import type { FlowRow } from './flow-row.ts'
import { addRow, addSums, type FlowSums, inUsd, netPremium, noFlow, type SummedRow } from './flow-sums.ts'

export const NET_FLOW_RESOLUTIONS = ['1m', '5m', '15m', '1h', '1d'] as const

export type NetFlowResolution = (typeof NET_FLOW_RESOLUTIONS)[number]

const MINUTE = 60_000
const WIDTH_MS: Readonly<Record<NetFlowResolution, number>> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': 60 * MINUTE,
  '1d': Number.POSITIVE_INFINITY,
}
const OPEN_MINUTE = 9 * 60 + 30

const usd = (text: string) => z.number().describe(`${text} USD.`)
const paid = (text: string) => z.number().min(0).describe(`${text} USD.`)
const contracts = (text: string) => z.number().min(0).describe(`${text} Contracts.`)

export const NetFlowBucket = z
  .object({
    time: z.iso
      .datetime()
      .describe('Begin of the bucket, UTC; buckets are aligned to the open of the session in New York.'),
    net_call_premium: usd('Premium of calls bought − calls sold: positive is bullish.'),
    net_put_premium: usd('Premium of puts bought − puts sold: positive is bearish.'),
    net_premium: usd('net_call_premium − net_put_premium: positive is bullish.'),
    call_volume: contracts('Σ size of calls, whoever was aggressive.'),
    put_volume: contracts('Σ size of puts.'),
    underlying_price: z
      .number()
      .nullable()
      .describe('At the last print of the bucket, USD per share; null when no print knows it.'),
  })
  .meta({ id: 'NetFlowBucket' })

export const NetFlow = z
  .object({
    data: z.array(NetFlowBucket).describe('In order of time; buckets without a print are left out.'),
    totals: z
      .object({
        calls_bought: paid('Premium of calls at or above the ask.'),
        calls_sold: paid('Premium of calls at or below the bid.'),
        puts_bought: paid('Premium of puts at or above the ask.'),
        puts_sold: paid('Premium of puts at or below the bid.'),
        net_premium: usd('calls_bought − calls_sold − puts_bought + puts_sold: positive is bullish.'),
      })
      .describe(
        'Of all rows. Prints at the middle, legs of packages, floor, cross, auction and late prints count in volumes alone.',
      ),
  })
  .meta({ id: 'NetFlow' })

export type NetFlow = z.infer<typeof NetFlow>

export type NetFlowRow = SummedRow & Pick<FlowRow, 'sessionDate' | 'executedAtMs' | 'underlyingPrice' | 'sequence'>

/** The rows of one minute; premiums of `sums` are cents. */
export interface FlowMinute {
  readonly startMs: number
  readonly sums: FlowSums
  /** Of its last row that knows it; NaN where none does. */
  readonly underlyingPrice: number
}

interface Bucket extends FlowMinute {
  underlyingPrice: number
  latestMs: number
  latestSequence: number
}

/** Rows of one symbol in any order, of one session or several. */
export function netFlow(rows: Iterable<NetFlowRow>, resolution: NetFlowResolution): NetFlow {
  return netFlowOf(bucketed(rows, resolution))
}

export interface SessionMinutes {
  readonly sessionDate: string
  readonly minutes: readonly FlowMinute[]
}

/** The same of minutes of one symbol that were added up before; those of a session together. */
export function netFlowOfMinutes(sessions: Iterable<SessionMinutes>, resolution: NetFlowResolution): NetFlow {
  const buckets = new Map<number, Bucket>()
  for (const { sessionDate, minutes } of sessions) {
    for (const { startMs: minuteMs, sums, underlyingPrice } of minutes) {
      const startMs = bucketStart(sessionDate, minuteMs, resolution)
      const bucket = buckets.get(startMs) ?? emptyBucket(startMs)
      buckets.set(startMs, bucket)
      addSums(bucket.sums, sums)
      if (Number.isNaN(underlyingPrice) || minuteMs < bucket.latestMs) continue
      bucket.underlyingPrice = underlyingPrice
      bucket.latestMs = minuteMs
    }
  }
  return netFlowOf([...buckets.values()])
}

/** Rows of one symbol and session by the minute, in order of time. */
export function flowMinutes(rows: Iterable<NetFlowRow>): FlowMinute[] {
  return bucketed(rows, '1m').sort((a, b) => a.startMs - b.startMs)
}

function bucketed(rows: Iterable<NetFlowRow>, resolution: NetFlowResolution): Bucket[] {
  const buckets = new Map<number, Bucket>()
  for (const row of rows) {
    const startMs = bucketStart(row.sessionDate, row.executedAtMs, resolution)
    const bucket = buckets.get(startMs) ?? emptyBucket(startMs)
    buckets.set(startMs, bucket)
    addRow(bucket.sums, row)
    keepLatestPrice(bucket, row)
  }
  return [...buckets.values()]
}

function netFlowOf(buckets: readonly FlowMinute[]): NetFlow {
  const total = noFlow()
  for (const { sums } of buckets) addSums(total, sums)
  const { callsBought, callsSold, putsBought, putsSold } = inUsd(total)
  return {
    data: buckets.toSorted((a, b) => a.startMs - b.startMs).map(wireBucket),
    totals: {
      calls_bought: callsBought,
      calls_sold: callsSold,
      puts_bought: putsBought,
      puts_sold: putsSold,
      net_premium: netPremium({ callsBought, callsSold, putsBought, putsSold }),
    },
  }
}

/** Epoch milliseconds at which the bucket of an instant begins. */
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
    latestMs: Number.NEGATIVE_INFINITY,
    latestSequence: -1,
  }
}

function keepLatestPrice(bucket: Bucket, { underlyingPrice, executedAtMs, sequence }: NetFlowRow): void {
  if (!(underlyingPrice > 0) || executedAtMs < bucket.latestMs) return
  if (executedAtMs === bucket.latestMs && sequence < bucket.latestSequence) return
  bucket.underlyingPrice = underlyingPrice
  bucket.latestMs = executedAtMs
  bucket.latestSequence = sequence
}

function wireBucket({ startMs, sums, underlyingPrice }: FlowMinute): NetFlow['data'][number] {
  const { callsBought, callsSold, putsBought, putsSold, callVolume, putVolume } = inUsd(sums)
  return {
    time: new Date(startMs).toISOString(),
    net_call_premium: netPremium({ callsBought, callsSold, putsBought: 0, putsSold: 0 }),
    net_put_premium: -netPremium({ callsBought: 0, callsSold: 0, putsBought, putsSold }) + 0,
    net_premium: netPremium({ callsBought, callsSold, putsBought, putsSold }),
    call_volume: callVolume,
    put_volume: putVolume,
    underlying_price: orNull(underlyingPrice),
  }
}
