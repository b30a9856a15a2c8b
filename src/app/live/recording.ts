/**
 * Writes the data of a source to files that `import` reads, `SYMBOL/KIND/…`, so that each folder can be imported
 * separately.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { addDays } from '../../lib/time/civil-date.ts'
import { previousTradingDay, sessionOn } from '../../market/domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import type { ImportKind } from '../../market/import/reading.ts'
import {
  barsFile,
  chainFile,
  earningsFile,
  eventsFile,
  newsFile,
  printsFile,
  tradesFile,
  tradesFileName,
} from '../../market/import/write-files.ts'
import type { MarketView } from '../../market/ports/market-source.ts'

export interface RecordedFile {
  readonly symbol: string
  readonly kind: ImportKind
  readonly file: string
  readonly rows: number
}

export interface Recording {
  readonly files: readonly RecordedFile[]
  /** Data that the source did not provide, in sentences. */
  readonly missing: readonly string[]
}

interface Draft {
  readonly kind: ImportKind
  readonly name: string
  readonly text: string
  readonly rows: number
}

const DAYS = 400
const DAYS_OF_NEWS = 30
const MAX_NEWS = 500

/** The current chain of a symbol. */
export async function recordChain(view: MarketView, symbol: string, folder: string): Promise<Recording> {
  return await recorded(folder, symbol, async () => {
    const chain = await view.chain(symbol)
    const instant = new Date(chain.asOfMs).toISOString().replaceAll(/[-:]/g, '')
    return [{ kind: 'chain', name: `${symbol}_${instant}.json`, text: chainFile(chain), rows: chain.contracts.count }]
  })
}

/** All other data of a symbol, up to the instant of the recorded chain. */
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
    missing: recordings.flatMap(({ missing }) => missing),
  }
}

/** A kind that fails does not affect the others. */
async function recorded(folder: string, symbol: string, drafts: () => Promise<readonly Draft[]>): Promise<Recording> {
  try {
    const files: RecordedFile[] = []
    for (const { kind, name, text, rows } of await drafts()) {
      if (rows === 0) continue
      const file = join(folder, symbol, kind, name)
      await write(file, text)
      files.push({ symbol, kind, file, rows })
    }
    return { files, missing: [] }
  } catch (error) {
    if (error instanceof AppError) return { files: [], missing: [error.message] }
    throw error
  }
}

/** Only finished days: the bar of a running day would look complete. */
async function barsDraft(view: MarketView, symbol: string): Promise<Draft[]> {
  const chain = await view.chain(symbol)
  const to = isOver(chain) ? chain.sessionDate : previousTradingDay(chain.sessionDate)
  const bars = await view.dailyBars(symbol, { to })
  return [{ kind: 'bars', name: `${symbol}.csv`, text: barsFile(bars), rows: bars.length }]
}

function isOver({ asOfMs, sessionDate }: OptionChain): boolean {
  return asOfMs >= (sessionOn(sessionDate)?.closeMs ?? Number.POSITIVE_INFINITY)
}

/** Only the session of the view: earlier ones may use the share scale of another day. */
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
  const { prints } = await view.optionPrints(symbol)
  return [{ kind: 'prints', name: `${symbol}_${prints.sessionDate}.csv`, text: printsFile(prints), rows: prints.count }]
}

async function calendarDrafts(view: MarketView, symbol: string): Promise<Draft[]> {
  const { sessionDate } = await view.moment()
  const query = { symbol, from: addDays(sessionDate, -DAYS), to: addDays(sessionDate, DAYS) }
  const since = `${addDays(sessionDate, -DAYS_OF_NEWS)}T00:00:00.000Z`
  const { data: events } = await view.events(query)
  const { data: earnings } = await view.earnings(query)
  const { data: news } = await view.news({ symbol, since, limit: MAX_NEWS })
  return [
    { kind: 'events', name: `${symbol}.json`, text: eventsFile(events), rows: events.length },
    { kind: 'earnings', name: `${symbol}.json`, text: earningsFile(earnings), rows: earnings.length },
    { kind: 'news', name: `${symbol}.json`, text: newsFile(news), rows: news.length },
  ]
}

/** Writes a file completely or not at all. */
async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.part`, text)
  await rename(`${file}.part`, file)
}
