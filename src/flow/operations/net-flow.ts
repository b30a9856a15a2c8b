import { z } from 'zod'
import { WindowDate } from '../../catalogue/window-date.ts'
import { invalid } from '../../lib/errors.ts'
import { addDays, daysBetween } from '../../lib/time/civil-date.ts'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES } from '../../market/operations/analytics.ts'
import { type DateWindow, served } from '../../market/operations/date-window.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { orderedBounds, startsByDate } from '../../market/operations/ordered-bounds.ts'
import { NetFlow, NetFlowBucket } from '../contract/net-flow.ts'
import { flowMinutes, NET_FLOW_RESOLUTIONS, netFlowOfMinutes, type SessionMinutes } from '../domain/sums/net-flow.ts'
import { defineOperation } from './context.ts'
import { sessionsOfFlow } from './market-flow.ts'
import { type StoredMinutes, storedMinutes } from './stored-flow.ts'

/** Every session of the window is read whole. */
const MAX_DAYS = 31
/** Default window for resolution `1d`. */
const DEFAULT_DAYS = 7

const Input = startsByDate(
  orderedBounds(
    z.object({
      symbol: UnderlyingSymbol,
      from: WindowDate.optional().describe('First trading date; by default the session, with 1d the week up to it.'),
      to: WindowDate.optional().describe('Last trading date, less than 31 days after from.'),
      resolution: z.enum(NET_FLOW_RESOLUTIONS).default('5m').describe('Bucket width.'),
      date: TradingDate.optional(),
    }),
    [['from', 'to', 'before']],
  ),
  'from',
).refine(({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) < MAX_DAYS, {
  path: ['to'],
  error: `must be less than ${MAX_DAYS} days after from`,
})

export const netFlowOperation = defineOperation({
  name: 'net_flow',
  title: 'Net flow',
  description:
    'Option premium of one symbol bought minus sold over time, USD: prints at or above the ask add, at or below the bid subtract, those between count only in volume. net_premium above 0 is bullish. For prints use options_flow.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/flow/net', errors: ['not_found'] },
  input: Input,
  output: enveloped(NetFlow.extend({ ...served, resolution: z.enum(NET_FLOW_RESOLUTIONS).describe('As requested.') })),
  example: { symbol: 'SPY', resolution: '1h' },
  concise: {
    view: 'The totals, and the last 40 buckets.',
    narrow: 'give a longer resolution, or from and to of fewer days',
    table: {
      list: 'data',
      columns: ['time', 'net_call_premium', 'net_put_premium', 'net_premium', 'underlying_price'],
      maxRows: 40,
      keep: 'last',
    },
  },
  csv: ({ data }) => ({ columns: Object.keys(NetFlowBucket.shape), rows: data }),
  async run({ symbol, from, to, resolution, date }, context) {
    const view = await context.viewAt(date)
    const defaultDays = resolution === '1d' ? DEFAULT_DAYS : 0
    const stored: (SessionMinutes & StoredMinutes)[] = []
    const windowOf = (sessionDate: string) => {
      const last = to !== undefined && to < sessionDate ? to : sessionDate
      const first = from ?? addDays(last, -defaultDays)
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

/** The schema cannot check `from` without `to`, because the window then ends at the session. */
function boundedWindow(window: DateWindow): DateWindow {
  if (daysBetween(window.from, window.to) < MAX_DAYS) return window
  throw invalid([
    { path: 'from', message: `must be less than ${MAX_DAYS} days before ${window.to}: ask in several windows` },
  ])
}
