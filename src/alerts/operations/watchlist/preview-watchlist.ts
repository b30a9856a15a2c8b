import { z } from 'zod'
import { nextTurn } from '../../../lib/node/next-turn.ts'
import { previousTradingDay, sessionOn } from '../../../market/domain/calendar/trading-calendar.ts'
import { type DateWindow, served } from '../../../market/operations/date-window.ts'
import { envelope, envelopedMarket } from '../../../market/operations/envelope.ts'
import type { MarketView } from '../../../market/ports/market-source.ts'
import {
  callingAccount,
  NOTIFICATION_CALLERS,
  NOTIFICATION_SURFACES,
} from '../../../notifications/operations/access.ts'
import { MAX_WATCHED, SymbolBounds, WatchBounds } from '../../contract/watchlist.ts'
import { WatchCounts } from '../../domain/watch-counts.ts'
import { thresholdsOf } from '../../domain/watch-thresholds.ts'
import { defineOperation } from '../context.ts'
import { MAX_TAPES, sessionsBack, type Tapes, tapesOfSymbols } from '../session-tapes.ts'

const MAX_SESSIONS = 3
/** Tapes of past sessions that are read for more than one session; a long list is counted over one. */
const TAPES_OF_SEVERAL = 10
const ROWS_PER_TURN = 20_000

const rate = (text: string) => z.number().min(0).max(1e9).describe(text)

export const previewWatchlist = defineOperation({
  name: 'preview_watchlist',
  title: 'Preview of the watchlist',
  description:
    'How many notifications a session the watchlist would have made in recent sessions with some bounds: one for each contract and kind. Long lists are counted on the current session so far. Nothing is stored or sent.',
  capability: 'notifications',
  callers: NOTIFICATION_CALLERS,
  surfaces: NOTIFICATION_SURFACES,
  route: { method: 'POST', path: '/watchlist/preview' },
  input: z.strictObject({
    thresholds: WatchBounds.optional().describe('Bounds of all symbols; the stored ones if absent.'),
    symbol_thresholds: z
      .array(SymbolBounds)
      .max(MAX_WATCHED)
      .optional()
      .describe('Bounds of single symbols; the stored ones if absent.'),
  }),
  output: envelopedMarket(
    z.object({
      ...served,
      sessions: z.int().min(0).max(MAX_SESSIONS).describe('Sessions that were counted.'),
      is_partial: z.boolean().describe('Whether only the current session so far was counted.'),
      per_session: rate('Notifications a session.'),
      ringing_per_session: rate('Of these, those that ring; further ones of a session are silent.'),
      data: z
        .array(z.object({ symbol: z.string().describe('Ticker.'), per_session: rate('Notifications a session.') }))
        .describe('One row a symbol, in the order of the watchlist.'),
    }),
  ),
  example: { thresholds: { premium_min: 1_000_000 } },
  async run({ thresholds, symbol_thresholds: given }, context) {
    const { id } = callingAccount(context)
    const symbols = await context.store.watchlists.of(id)
    const stored = await context.store.watchlists.bounds(id)
    const own = new Map((given ?? stored.own).map(({ symbol, ...bounds }) => [symbol, bounds]))
    const boundsOf = (symbol: string) => thresholdsOf(thresholds ?? stored.all, own.get(symbol))
    const view = await context.viewAt()
    const window = await countedWindow(view, symbols.length)
    const { dated, flows } = await tapesOfSymbols(context, view, symbols, () => window)
    const counts = await countsOf(flows, boundsOf)
    const sessions = new Set(flows.map(({ sessionDate }) => sessionDate)).size
    const perSession = (count: number) => (sessions === 0 ? 0 : Math.round((10 * count) / sessions) / 10)
    return {
      ...envelope(view, dated),
      from: window.from,
      to: window.to,
      sessions,
      is_partial: window.isPartial,
      per_session: perSession(counts.total),
      ringing_per_session: perSession(counts.ringing),
      data: symbols.map((symbol) => ({ symbol, per_session: perSession(counts.of(symbol)) })),
    }
  },
})

interface CountedWindow extends DateWindow {
  readonly isPartial: boolean
}

/** Complete sessions where the tapes may be read, else the current one as far as it is. */
async function countedWindow(view: MarketView, symbols: number): Promise<CountedWindow> {
  const { asOfMs, sessionDate } = await view.moment()
  const isComplete = asOfMs >= (sessionOn(sessionDate)?.closeMs ?? asOfMs)
  const sessions = Math.max(1, Math.min(MAX_SESSIONS, Math.floor(TAPES_OF_SEVERAL / Math.max(1, symbols))))
  if (symbols > MAX_TAPES) return { from: sessionDate, to: sessionDate, isPartial: !isComplete }
  const to = isComplete ? sessionDate : previousTradingDay(sessionDate)
  return { from: sessionsBack(to, sessions), to, isPartial: false }
}

async function countsOf(
  flows: Tapes['flows'],
  boundsOf: (symbol: string) => ReturnType<typeof thresholdsOf>,
): Promise<WatchCounts> {
  const counts = new WatchCounts()
  let seen = 0
  for (const { symbol, rows } of flows) {
    const bounds = boundsOf(symbol)
    for (const row of rows) {
      counts.add(row, bounds)
      if (++seen % ROWS_PER_TURN === 0) await nextTurn()
    }
  }
  return counts
}
