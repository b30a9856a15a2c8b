import { z } from 'zod'
import { invalid } from '../../domain/errors.ts'
import {
  flowMinutes,
  NET_FLOW_RESOLUTIONS,
  NetFlow,
  NetFlowBucket,
  netFlowOfMinutes,
  type SessionMinutes,
} from '../../domain/flow/net-flow.ts'
import { UnderlyingSymbol } from '../../domain/market/symbol.ts'
import { TradingDate } from '../../domain/market/trading-date.ts'
import { addDays, daysBetween } from '../../lib/civil-date.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../analytics/analytics.ts'
import { type DateWindow, served } from '../analytics/date-window.ts'
import { envelope, enveloped } from '../envelope.ts'
import { defineOperation } from '../operation.ts'
import { sessionsOfFlow } from './market-flow.ts'
import { type StoredMinutes, storedMinutes } from './stored-flow.ts'

/** Every session of the window is read whole. */
const LONGEST_DAYS = 31
/** Served by `1d` where nothing is asked for. */
const USUAL_DAYS = 7

const Input = z
  .object({
    symbol: UnderlyingSymbol,
    from: z.iso.date().optional().describe('First trading date; the session when left out, with 1d the week up to it.'),
    to: z.iso.date().optional().describe('Last trading date, less than 31 days after from.'),
    resolution: z.enum(NET_FLOW_RESOLUTIONS).default('5m').describe('Of a bucket.'),
    date: TradingDate.optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: 'must not be before from',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) < LONGEST_DAYS, {
    path: ['to'],
    error: `must be less than ${LONGEST_DAYS} days after from`,
  })

export const netFlowOperation = defineOperation({
  name: 'net_flow',
  title: 'Net flow',
  description:
    'Option premium of one symbol bought minus sold over time, USD: prints at or above the ask add, at or below the bid subtract, those between count in volume alone. net_premium above 0 is bullish. For the prints themselves use options_flow.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/flow/net', errors: ['not_found'] },
  input: Input,
  output: enveloped(NetFlow.extend({ ...served, resolution: z.enum(NET_FLOW_RESOLUTIONS).describe('As asked for.') })),
  example: { symbol: 'SPY', resolution: '1h' },
  concise: {
    view: 'The totals, and the last 40 buckets.',
    narrow: 'give a longer resolution, or from and to of fewer days',
    table: {
      list: 'data',
      columns: ['time', 'net_call_premium', 'net_put_premium', 'net_premium', 'underlying_price'],
      most: 40,
      keep: 'last',
    },
  },
  csv: ({ data }) => ({ columns: Object.keys(NetFlowBucket.shape), rows: data }),
  async run({ symbol, from, to, resolution, date }, context) {
    const view = await context.viewAt(date)
    const usualDays = resolution === '1d' ? USUAL_DAYS : 0
    const stored: (SessionMinutes & StoredMinutes)[] = []
    const windowOf = (sessionDate: string) => {
      const last = to !== undefined && to < sessionDate ? to : sessionDate
      const first = from ?? addDays(last, -usualDays)
      return boundedWindow({ from: first, to: first > last ? first : last })
    }
    const isStored = async (past: string) => {
      const kept = await storedMinutes(context, view, symbol, past)
      if (kept) stored.push({ sessionDate: past, ...kept })
      return kept !== null
    }
    const { dated, flows, window } = await sessionsOfFlow(context, view, symbol, windowOf, isStored)
    const read = flows.map(({ sessionDate, rows }) => ({ sessionDate, minutes: flowMinutes(rows) }))
    const warnings = [...new Set([...dated.warnings, ...stored.flatMap((session) => session.warnings)])]
    return {
      symbol,
      ...envelope(view, { ...dated, warnings }),
      ...window,
      resolution,
      ...netFlowOfMinutes([...read, ...stored], resolution),
    }
  },
})

/** `from` alone reaches up to the session. */
function boundedWindow(window: DateWindow): DateWindow {
  if (daysBetween(window.from, window.to) < LONGEST_DAYS) return window
  throw invalid([
    { path: 'from', message: `must be less than ${LONGEST_DAYS} days before ${window.to}: ask in several windows` },
  ])
}
