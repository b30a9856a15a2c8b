/** The two ends of a comparison: each the last chain of a session, or a kept minute. */
import { invalid } from '../../../lib/errors.ts'
import { isCivilDate } from '../../../lib/time/civil-date.ts'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import { newYorkDate } from '../../../market/domain/calendar/new-york-time.ts'
import { tradingDayBefore } from '../../../market/domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../../market/domain/options/chain.ts'
import type { MarketView } from '../../../market/ports/market-source.ts'
import { type ExposureMinutes, pickedMinutes } from '../../domain/exposures/exposure-snapshot.ts'
import type { AnalyticsContext } from '../context.ts'
import { MAX_SESSIONS, noSnapshots } from './exposure-history.ts'

type Parts = Pick<AnalyticsContext, 'viewAt' | 'exposureSnapshots'>

interface End {
  /** Of the session, and never beyond the date of the question. */
  readonly view: MarketView
  readonly sessionDate: string
  readonly asOfMs: number
}

interface ChainEnd extends End {
  readonly chain: OptionChain
}

interface MinuteEnd extends End {
  /** One. */
  readonly minute: ExposureMinutes
}

export type ChangeEnd = ChainEnd | MinuteEnd

interface EndsQuery {
  readonly symbol: string
  /** Dates, or instants in UTC. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly date?: string | undefined
}

type EndName = 'since' | 'until'

/** Nothing is later than the session of `date`. */
export async function changeEnds(parts: Parts, { symbol, since, until, date }: EndsQuery) {
  const view = await parts.viewAt(date)
  const last = chainEnd(view, await view.chain(symbol))
  const later = until === undefined ? last : await endAt(parts, last, 'until', until)
  const earlier = since ?? tradingDayBefore(later.sessionDate, 1)
  const isBefore = isCivilDate(earlier) ? earlier < later.sessionDate : Date.parse(earlier) < later.asOfMs
  if (!isBefore) throw invalid([{ path: 'since', message: `must be before ${nameOf(later)}` }])
  return { earlier: await endAt(parts, last, 'since', earlier), later }
}

function chainEnd(view: MarketView, chain: OptionChain): ChainEnd {
  return { view, sessionDate: chain.sessionDate, asOfMs: chain.asOfMs, chain }
}

function nameOf({ sessionDate, ...end }: ChangeEnd): string {
  return 'chain' in end ? `${sessionDate}, the session of the later chain` : isoOf(end.asOfMs)
}

async function endAt(parts: Parts, last: ChainEnd, path: EndName, text: string): Promise<ChangeEnd> {
  const date = isCivilDate(text) ? text : newYorkDate(Date.parse(text))
  if (date > last.sessionDate)
    throw invalid([{ path, message: `must be at most ${last.sessionDate}, the last session` }])
  const view = date === last.sessionDate ? last.view : await parts.viewAt(date)
  if (date !== text) return { view, sessionDate: date, ...(await keptMinute(parts, last, path, text)) }
  return date === last.sessionDate ? last : chainEnd(view, await view.chain(last.chain.symbol))
}

/** Throws with the nearest minutes where that of the instant was not kept. */
async function keptMinute({ exposureSnapshots }: Parts, last: ChainEnd, path: EndName, instant: string) {
  const { symbol } = last.chain
  const wanted = Math.floor(Date.parse(instant) / MINUTE_MS)
  const date = newYorkDate(wanted * MINUTE_MS)
  const sessions = (await exposureSnapshots.sessions(symbol, MAX_SESSIONS)).filter((day) => day <= last.sessionDate)
  const all = await exposureSnapshots.ofSession(symbol, date)
  const row = all.minutes.indexOf(wanted)
  if (row >= 0) return { asOfMs: wanted * MINUTE_MS, minute: pickedMinutes(all, [row]) }
  const around = [sessions.find((day) => day < date), date, sessions.findLast((day) => day > date)]
  const minutes: number[] = []
  for (const day of around) if (day) minutes.push(...(await exposureSnapshots.ofSession(symbol, day)).minutes)
  const near = [minutes.findLast((minute) => minute < wanted), minutes.find((minute) => minute > wanted)]
  const names = near.flatMap((minute) => (minute === undefined ? [] : [isoOf(minute * MINUTE_MS)]))
  if (names.length === 0) throw invalid([{ path, message: noSnapshots(symbol, date, sessions) }])
  const which = names.length === 1 ? 'the nearest is' : 'the nearest are'
  throw invalid([{ path, message: `has no snapshot of ${symbol}; ${which} of ${names.join(' and ')}` }])
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
