/**
 * How fast a large quote table is imported, from the unpacked file to the committed row. The anchor does the least that
 * any reader must: it reads the same file and splits every line.
 */
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { importFiles } from '../../src/app/import/import-files.ts'
import { openStore } from '../../src/app/store/open-store.ts'
import type { Figure } from './figure.ts'

const STRIKE_ROWS = 200_000

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const HEADINGS =
  'Expiration Date,Calls,Last Sale,Net,Bid,Ask,Volume,IV,Delta,Gamma,Open Interest,Strike,Puts,Last Sale,Net,Bid,Ask,Volume,IV,Delta,Gamma,Open Interest'

/** Writes a quote table of the given number of strike rows, 2,000 strikes to an expiration. */
export async function writeQuoteTable(file: string, strikeRows: number): Promise<void> {
  const out = createWriteStream(file)
  out.write('\nSPDR S&P 500 ETF Trust,Last: 655.12,Change: -1.5\n')
  out.write('"Date: November 19, 2026 at 3:30 PM EST",Bid: 655.1,Ask: 655.14,Size: 1*7,"Volume: 46,446,753"\n')
  out.write(`${HEADINGS}\n`)
  for (let row = 0; row < strikeRows; row++) {
    if (!out.write(quoteRow(row))) await once(out, 'drain')
  }
  out.end()
  await finished(out)
}

function quoteRow(row: number): string {
  const date = new Date(Date.UTC(2026, 10, 20) + Math.floor(row / 2_000) * 86_400_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const text = `${DAYS[date.getUTCDay()]} ${MONTHS[month]} ${two(day)} ${year}`
  const strike = 100 + (row % 2_000) * 0.5
  const tail = `${String(Math.round(strike * 1000)).padStart(8, '0')}`
  const root = `SPY${two(year % 100)}${two(month + 1)}${two(day)}`
  const bid = ((row % 977) * 0.05).toFixed(2)
  const ask = ((row % 977) * 0.05 + 0.06).toFixed(2)
  const iv = (0.1 + (row % 800) / 2_000).toFixed(4)
  const side = `${ask},-0.12,${bid},${ask},${row % 1_300},${iv},0.5123,0.0085,${(row * 7) % 9_001}`
  return `${text},${root}C${tail},${side},${strike.toFixed(2)},${root}P${tail},${side}\n`
}

export async function figures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'optionwire-bench-'))
  try {
    const file = join(folder, 'quotes.csv')
    await writeQuoteTable(file, STRIKE_ROWS)
    const small = join(folder, 'small.csv')
    await writeQuoteTable(small, 4_000)
    const options = 2 * STRIKE_ROWS
    // A first, small import lets the compiler see the code, as a service that runs for days has.
    await importOnce(folder, small)
    const imported = await importOnce(folder, file)
    const split = await splitLines(file)
    return [
      {
        name: 'import of a quote table, options',
        value: options / imported.seconds,
        unit: 'rows/s',
        goal: '≥ 200,000 rows/s',
        anchor: { name: 'splitting each line of the file', value: options / split },
      },
      {
        name: 'import, memory at the peak, for each option of the file',
        value: imported.bytes / options,
        unit: 'B/row',
      },
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function importOnce(folder: string, file: string): Promise<{ seconds: number; bytes: number }> {
  const now = () => new Date('2026-11-19T21:00:00Z')
  const path = join(folder, `${Math.abs(performance.now() * 1000) | 0}.sqlite3`)
  await using store = await openStore({ path, now })
  const before = process.memoryUsage().rss
  let peak = before
  let id = 0
  const start = performance.now()
  const reports = await importFiles({ store, now, newId: () => `id-${id++}` }, { kind: 'chain', files: [file] }, () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  })
  const seconds = (performance.now() - start) / 1000
  if (reports[0]?.status !== 'imported') throw new Error(`not imported: ${reports[0]?.reason}`)
  peak = Math.max(peak, process.memoryUsage.rss())
  return { seconds, bytes: peak - before }
}

async function splitLines(file: string): Promise<number> {
  const start = performance.now()
  let fields = 0
  for await (const line of createInterface({ input: createReadStream(file) })) fields += line.split(',').length
  if (fields === 0) throw new Error('nothing was split')
  return (performance.now() - start) / 1000
}
