/** The figures of a symbol that rules on levels compare. Those that take long are kept for some seconds. */
import type { AnalyticsContext } from '../../analytics/operations/context.ts'
import { optionMetricsOperation } from '../../analytics/operations/option-metrics.ts'
import { supportResistanceOperation } from '../../analytics/operations/support-resistance.ts'
import { addDays, daysBetween } from '../../lib/time/civil-date.ts'
import type { SymbolFailures } from '../../market/operations/symbol-failures.ts'
import type { MarketView } from '../../market/ports/market-source.ts'
import type { LevelKind } from '../domain/level-kinds.ts'
import { FIGURES_OF, type LevelFigures } from '../domain/level-reading.ts'

/** As often as the pages renew what follows from a chain. */
const CHAIN_MS = 15_000
const SLOW_MS = 60_000
/** Reports further away have no date yet. */
const EARNINGS_DAYS = 120

interface Kept {
  readonly readMs: number
  readonly figures: Partial<LevelFigures>
}

/** By symbol and kind of data. */
export type FigureMemory = Map<string, Kept>

export function figureMemory(): FigureMemory {
  return new Map()
}

interface FigureParts extends Pick<AnalyticsContext, 'now'> {
  readonly view: MarketView
  readonly memory: FigureMemory
  readonly failures: SymbolFailures
}

const UNKNOWN: Omit<LevelFigures, 'atMs' | 'price'> = {
  chainAtMs: 0,
  gamma_flip: Number.NaN,
  call_wall: Number.NaN,
  put_wall: Number.NaN,
  support: Number.NaN,
  resistance: Number.NaN,
  iv_rank: Number.NaN,
  net_gex: Number.NaN,
  gross_gex: Number.NaN,
  earnings_days: Number.NaN,
}

/** Null without a quote. What the source lacks otherwise is NaN. */
export async function levelFigures(
  parts: FigureParts & AnalyticsContext,
  symbol: string,
  kinds: ReadonlySet<LevelKind>,
): Promise<LevelFigures | null> {
  const { view, failures } = parts
  const quote = await failures.nullIfLacking(symbol, view.quote(symbol))
  if (!quote) return null
  const wanted = new Set([...kinds].map((kind) => FIGURES_OF[kind]))
  const kept = (name: keyof typeof READERS, everyMs: number) =>
    wanted.has(name) ? keptFigures(parts, { symbol, name, everyMs }) : {}
  return {
    ...UNKNOWN,
    ...(await kept('chain', CHAIN_MS)),
    ...(await kept('levels', SLOW_MS)),
    ...(await kept('calendar', SLOW_MS)),
    atMs: quote.asOfMs,
    price: quote.price,
  }
}

type Reader = (symbol: string, parts: FigureParts & AnalyticsContext) => Promise<Partial<LevelFigures>>

const READERS: Readonly<Record<'chain' | 'levels' | 'calendar', Reader>> = {
  async chain(symbol, context) {
    const it = await optionMetricsOperation.run({ symbol }, context)
    return {
      chainAtMs: Date.parse(it.as_of),
      gamma_flip: orNaN(it.gamma_flip),
      call_wall: orNaN(it.call_wall),
      put_wall: orNaN(it.put_wall),
      iv_rank: orNaN(it.iv_rank),
      net_gex: orNaN(it.net_gex),
      gross_gex: orNaN(it.call_gex) - orNaN(it.put_gex),
    }
  },
  async levels(symbol, context) {
    const input = supportResistanceOperation.input.parse({ symbol })
    const { support, resistance } = await supportResistanceOperation.run(input, context)
    return { support: orNaN(support[0]?.price), resistance: orNaN(resistance[0]?.price) }
  },
  async calendar(symbol, { view }) {
    const { sessionDate: from } = await view.moment()
    const { data } = await view.earnings({ symbol, from, to: addDays(from, EARNINGS_DAYS) })
    const dates = data.filter(({ status }) => status !== 'reported').map(({ reportDate }) => reportDate)
    const [next] = dates.sort()
    return { earnings_days: next === undefined ? Number.NaN : daysBetween(from, next) }
  },
}

interface Question {
  readonly symbol: string
  readonly name: keyof typeof READERS
  readonly everyMs: number
}

async function keptFigures(
  parts: FigureParts & AnalyticsContext,
  { symbol, name, everyMs }: Question,
): Promise<Partial<LevelFigures>> {
  const { memory, failures, now } = parts
  const key = `${symbol} ${name}`
  const nowMs = now().getTime()
  const before = memory.get(key)
  if (before && Math.abs(nowMs - before.readMs) < everyMs) return before.figures
  const figures = await failures.nullIfLacking(symbol, READERS[name](symbol, parts))
  memory.set(key, { readMs: nowMs, figures: figures ?? {} })
  return figures ?? {}
}

function orNaN(value: number | null | undefined): number {
  return value ?? Number.NaN
}
