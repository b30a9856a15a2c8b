/**
 * Writes what a source says into files that `import` reads back, `SYMBOL/KIND/…`, so that each folder can be imported by itself.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImportKind } from '../../adapters/import/reading.ts'
import {
  barsFile,
  chainFile,
  earningsFile,
  eventsFile,
  newsFile,
  printsFile,
  tradesFile,
  tradesFileName,
} from '../../adapters/import/write-files.ts'
import { AppError } from '../../domain/errors.ts'
import type { OptionChain } from '../../domain/market/chain.ts'
import type { OptionPrints } from '../../domain/market/option-prints.ts'
import { previousTradingDay, sessionOn } from '../../domain/market/trading-calendar.ts'
import { addDays } from '../../lib/civil-date.ts'
import type { MarketView } from '../../ports/market-source.ts'

export interface RecordedFile {
  readonly symbol: string
  readonly kind: ImportKind
  readonly file: string
  readonly rows: number
}

export interface Recording {
  readonly files: readonly RecordedFile[]
  /** What the source did not give, in sentences. */
  readonly lacking: readonly string[]
}

/** Views of sources that know single option trades. */
type TapeView = MarketView & { optionPrints(symbol: string): Promise<{ readonly prints: OptionPrints }> }

interface Draft {
  readonly kind: ImportKind
  readonly name: string
  readonly text: string
  readonly rows: number
}

const DAYS = 400
const DAYS_OF_NEWS = 30
const MOST_NEWS = 500

/** The chain of a symbol as it is now. */
export async function recordChain(view: MarketView, symbol: string, folder: string): Promise<Recording> {
  return await recorded(folder, symbol, async () => {
    const chain = await view.chain(symbol)
    const instant = new Date(chain.asOfMs).toISOString().replaceAll(/[-:]/g, '')
    return [{ kind: 'chain', name: `${symbol}_${instant}.json`, text: chainFile(chain), rows: chain.contracts.count }]
  })
}

/** Everything else of a symbol, up to the chain that was recorded of it. */
export async function recordHistory(view: MarketView, symbol: string, folder: string): Promise<Recording> {
  const parts = [
    () => barsDraft(view, symbol),
    () => tradesDrafts(view, symbol),
    () => printsDraft(view, symbol),
    () => calendarDrafts(view, symbol),
  ]
  const recordings: Recording[] = []
  for (const part of parts) recordings.push(await recorded(folder, symbol, part))
  return {
    files: recordings.flatMap(({ files }) => files),
    lacking: recordings.flatMap(({ lacking }) => lacking),
  }
}

/** One kind that fails leaves the others as they are. */
async function recorded(folder: string, symbol: string, drafts: () => Promise<readonly Draft[]>): Promise<Recording> {
  try {
    const files: RecordedFile[] = []
    for (const { kind, name, text, rows } of await drafts()) {
      if (rows === 0) continue
      const file = join(folder, symbol, kind, name)
      await write(file, text)
      files.push({ symbol, kind, file, rows })
    }
    return { files, lacking: [] }
  } catch (error) {
    if (error instanceof AppError) return { files: [], lacking: [error.message] }
    throw error
  }
}

/** Only days that are over: the bar of a running day would pass for a whole one. */
async function barsDraft(view: MarketView, symbol: string): Promise<Draft[]> {
  const chain = await view.chain(symbol)
  const to = isOver(chain) ? chain.sessionDate : previousTradingDay(chain.sessionDate)
  const bars = await view.dailyBars(symbol, { to })
  return [{ kind: 'bars', name: `${symbol}.csv`, text: barsFile(bars), rows: bars.length }]
}

function isOver({ asOfMs, sessionDate }: OptionChain): boolean {
  return asOfMs >= (sessionOn(sessionDate)?.closeMs ?? Number.POSITIVE_INFINITY)
}

/** Of the session of the view alone: earlier ones may be in the shares of another day. */
async function tradesDrafts(view: MarketView, symbol: string): Promise<Draft[]> {
  const { sessions } = await view.offExchangeTrades(symbol, 1)
  return sessions.map(({ trades }) => ({
    kind: 'trades',
    name: tradesFileName(trades),
    text: tradesFile(trades),
    rows: trades.count,
  }))
}

async function printsDraft(view: MarketView, symbol: string): Promise<Draft[]> {
  if (!hasTape(view)) return []
  const { prints } = await view.optionPrints(symbol)
  return [{ kind: 'prints', name: `${symbol}_${prints.sessionDate}.csv`, text: printsFile(prints), rows: prints.count }]
}

async function calendarDrafts(view: MarketView, symbol: string): Promise<Draft[]> {
  const { sessionDate } = await view.moment()
  const asked = { symbol, from: addDays(sessionDate, -DAYS), to: addDays(sessionDate, DAYS) }
  const since = `${addDays(sessionDate, -DAYS_OF_NEWS)}T00:00:00.000Z`
  const { data: events } = await view.events(asked)
  const { data: earnings } = await view.earnings(asked)
  const { data: news } = await view.news({ symbol, since, limit: MOST_NEWS })
  return [
    { kind: 'events', name: `${symbol}.json`, text: eventsFile(events), rows: events.length },
    { kind: 'earnings', name: `${symbol}.json`, text: earningsFile(earnings), rows: earnings.length },
    { kind: 'news', name: `${symbol}.json`, text: newsFile(news), rows: news.length },
  ]
}

function hasTape(view: MarketView): view is TapeView {
  return 'optionPrints' in view
}

/** A file is there whole or not at all. */
async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.part`, text)
  await rename(`${file}.part`, file)
}
