import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../src/lib/errors.ts'
import { type ImportBench, importBench, quoteRow, quoteTable } from '../../support/market/imports.ts'
import { zipOf } from '../../support/market/write-zip.ts'

let bench: ImportBench

beforeEach(async () => {
  bench = await importBench()
})

afterEach(() => bench[Symbol.asyncDispose]())

/** Everything that an import can write. */
async function nothingStored(): Promise<void> {
  expect(await bench.store.chains.coverage()).toEqual([])
  expect(await bench.store.dailyBars.coverage()).toEqual([])
  for (const kind of ['minute_bars', 'minute_quotes', 'trades', 'prints'] as const) {
    expect(await bench.store.marketSessions.coverage(kind)).toEqual([])
  }
}

const strikes = Array.from({ length: 400 }, (_, index) => quoteRow(300 + index))

describe('a file', () => {
  it.each([
    ['plain', (text: string) => Buffer.from(text)],
    ['gzipped', (text: string) => gzipSync(text)],
    ['alone in a zip', (text: string) => zipOf({ 'folder/quotes.csv': text })],
    ['with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['with Windows line ends', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
  ])('is read %s, whatever its ending says', async (_how, packed) => {
    const report = await bench.import('chain', 'quotes.dat', packed(quoteTable({ rows: strikes })))

    expect(report).toMatchObject({ status: 'imported', taken: 800, refusedRows: 0 })
  })

  const table = quoteTable({ rows: strikes })
  const zip = zipOf({ 'quotes.csv': table })
  const twoEntries = zipOf({
    '20140606_aapl_minute_trade_american_call_10000000_20150117.csv': '34200000,1,1,1,1,1\n'.repeat(500),
    '20140606_aapl_minute_trade_american_put_10000000_20150117.csv': '34200000,1,1,1,1,1\n'.repeat(500),
  })
  const corrupted = Buffer.from(zip)
  corrupted.writeUInt8((corrupted.readUInt8(200) + 1) % 256, 200)
  it.each([
    ['empty', Buffer.alloc(0), 'The file is empty.'],
    ['blank', Buffer.from(' \n\n '), 'The file is empty.'],
    ['binary', Buffer.from([0, 1, 2, 0, 255, 3]), 'The file is not text in UTF-8, and not a zip or gzip archive.'],
    ['another kind of text', Buffer.from('Dear Sir,\nno prices here.\n'), 'The format of the file is unknown.'],
    ['a gzip that is cut off', gzipSync(table).subarray(0, 900), 'The archive is cut off or damaged.'],
    ['a gzip whose content is damaged', damagedGzip(table), 'The archive is cut off or damaged.'],
    ['a zip that is cut off', zip.subarray(0, zip.length - 30), 'The archive is cut off or damaged.'],
    ['a zip whose content is damaged', corrupted, 'The archive is cut off or damaged.'],
    ['a larger zip that is cut off', twoEntries.subarray(0, 150), 'The archive is cut off or damaged.'],
    ['a zip whose content is not what its checksum says', withChecksum(zip, 7), 'The archive is cut off or damaged.'],
    ['a larger zip with such content', withChecksum(twoEntries, 7), 'The archive is cut off or damaged.'],
    ['an empty gzip', gzipSync(''), 'The file is empty.'],
    ['an empty zip', zipOf({}), 'The archive is empty.'],
    [
      'mostly other rows',
      Buffer.from(quoteTable({ rows: ['a,b', 'c,d', 'e,f', quoteRow(650)] })),
      '3 of 5 rows are invalid, more than half.',
    ],
  ])('that is %s is refused as a whole, and nothing of it is stored', async (_what, content, reason) => {
    const report = await bench.import('chain', 'quotes.csv', content)

    expect(report).toMatchObject({ status: 'refused', taken: 0, reason })
    await nothingStored()
  })

  it('of another kind is refused with the kind that would fit', async () => {
    const report = await bench.import('bars', 'quotes.csv', quoteTable())

    expect(report.reason).toBe('This is a Cboe quote table: import it as chain, not as bars.')
  })

  it('that does not exist is named in the report, and the others are taken', async () => {
    writeFileSync(bench.folder.file('quotes.csv'), quoteTable())

    const reports = await bench.importPaths('chain', [bench.folder.file('gone.csv'), bench.folder.file('quotes.csv')])

    expect(reports.map(({ status, reason }) => [status, reason])).toEqual([
      ['refused', 'There is no such file.'],
      ['imported', null],
    ])
  })
})

/** The same archive with another checksum of its first file in the directory. */
function withChecksum(archive: Buffer, checksum: number): Buffer {
  const changed = Buffer.from(archive)
  changed.writeUInt32LE(checksum, changed.indexOf('PK\x01\x02', 0, 'latin1') + 16)
  return changed
}

function damagedGzip(text: string): Buffer {
  const packed = gzipSync(text)
  packed.writeUInt32LE(0, packed.length - 8)
  return packed
}

describe('a folder', () => {
  it('stands for the files in it, however deep, in order, without hidden ones', async () => {
    mkdirSync(bench.folder.file('data/deep'), { recursive: true })
    writeFileSync(bench.folder.file('data/b.csv'), 'nothing')
    writeFileSync(bench.folder.file('data/.hidden'), 'nothing')
    writeFileSync(bench.folder.file('data/deep/a.csv'), quoteTable())

    const reports = await bench.importPaths('chain', [bench.folder.file('data'), bench.folder.file('data/b.csv')])

    expect(reports.map(({ file, status }) => [file.slice(bench.folder.path.length), status])).toEqual([
      ['/data/b.csv', 'refused'],
      ['/data/deep/a.csv', 'imported'],
    ])
  })
})

describe('what is no file', () => {
  it('is named in the report: an empty folder, a pipe', async () => {
    mkdirSync(bench.folder.file('empty'))
    execFileSync('mkfifo', [bench.folder.file('pipe')])

    const reports = await bench.importPaths('chain', [bench.folder.file('empty'), bench.folder.file('pipe')])

    expect(reports.map(({ reason }) => reason)).toEqual(['The folder contains no files.', 'This is not a file.'])
  })
})

describe('what was asked for', () => {
  it('is checked before any file is opened, every mistake at once', async () => {
    const error = await bench.importPaths('chain', ['gone.csv'], { symbol: '1', date: '2026-02-30' }).catch((it) => it)

    expect(error).toBeInstanceOf(AppError)
    expect(error.details.issues.map(({ path }: { path: string }) => path)).toEqual(['symbol', 'date'])
  })
})

describe('repeating an import', () => {
  it('changes nothing and says so', async () => {
    await bench.import('chain', 'quotes.csv', quoteTable())
    const before = await bench.store.chains.latest('SPY')

    const report = await bench.import('chain', 'renamed.csv', quoteTable())

    expect(report).toMatchObject({ status: 'unchanged', taken: 0, format: 'cboe_csv' })
    expect(report.reason).toBe('The same file was already imported at 2026-11-20T15:00:00.000Z.')
    expect(await bench.store.chains.latest('SPY')).toEqual(before)
  })

  it('under another name is another import where the name says the date', async () => {
    const text =
      '#expiry,strike,right,open,high,low,close,volume,open_interest,implied_volatility\n20140621,92,C,1,2,1,1.5,7,50,0.257\n'
    await bench.import('chain', 'aapl_20140616.csv', text)

    const report = await bench.import('chain', 'aapl_20140617.csv', text)

    expect(report).toMatchObject({ status: 'imported', sessions: ['2014-06-17'] })
    expect(await bench.store.chains.sessionDates('AAPL')).toEqual(['2014-06-16', '2014-06-17'])
  })

  it('with the symbol named this time changes nothing in the chain', async () => {
    await bench.import('chain', 'quotes.csv', quoteTable())

    const report = await bench.import('chain', 'quotes.csv', quoteTable(), { symbol: 'SPY' })

    const chain = await bench.store.chains.load((await bench.store.chains.latest('SPY'))!.id)
    expect(report).toMatchObject({ status: 'imported', taken: 6 })
    expect(chain?.contracts.count).toBe(6)
    expect((await bench.store.chains.partsOf('SPY', '2026-11-19T20:30:00.000Z')).length).toBe(1)
  })

  it('gives the chain that one import gives, also when two run at the same time', async () => {
    writeFileSync(bench.folder.file('quotes.csv'), quoteTable())
    const once = () => bench.importPaths('chain', [bench.folder.file('quotes.csv')])

    const [[first], [second]] = await Promise.all([once(), once()])

    expect([first?.status, second?.status].sort()).toEqual(['imported', 'unchanged'])
    expect((await bench.store.chains.partsOf('SPY', '2026-11-19T20:30:00.000Z')).length).toBe(1)
  })
})

describe('an import that does not come to its end', () => {
  it('stores nothing of a file when the store fails in the middle of it', async () => {
    const archive = zipOf({
      'aapl_trade_american_call_6450000_20140621.csv': '20140606 00:00,1,1,1,1,1\n20140609 00:00,1,1,1,1,1\n',
    })
    // Both chains get the same id, so that the second insert fails.
    const error = await bench.import('chain', 'd.zip', archive, { newId: () => 'same' }).catch((it) => it)

    expect(error).toMatchObject({ code: 'conflict' })
    await nothingStored()
    expect((await bench.import('chain', 'd.zip', archive)).status).toBe('imported')
  })

  it('stores nothing of a file when it is ended while reading', async () => {
    const controller = new AbortController()
    const onProgress = () => controller.abort()

    for (const content of [quoteTable(), gzipSync(quoteTable()), zipOf({ 'q.csv': quoteTable() })]) {
      const ended = bench.import('chain', 'quotes.csv', content, { signal: controller.signal, onProgress })
      await expect(ended).rejects.toMatchObject({ name: 'AbortError' })
    }
    await nothingStored()
  })

  it('refuses a file that is written while it is read', async () => {
    let grown = false
    const onProgress = () => {
      if (grown) return
      grown = true
      writeFileSync(
        bench.folder.file('quotes.csv'),
        readFileSync(bench.folder.file('quotes.csv'), 'utf8') + quoteRow(999),
      )
    }
    const report = await bench.import('chain', 'quotes.csv', quoteTable(), { onProgress })

    expect(report.reason).toBe('The file changed while it was read.')
    await nothingStored()
  })
})

describe('progress', () => {
  it('grows with the bytes of every file and ends with the writing', async () => {
    const seen: string[] = []
    const files = ['a.csv', 'b.csv'].map((name) => bench.folder.file(name))
    for (const [index, file] of files.entries()) {
      writeFileSync(file, quoteTable({ rows: Array.from({ length: 4_000 }, (_, row) => quoteRow(100 + index + row)) }))
    }

    await bench.importPaths('chain', files, {
      onProgress({ fileNumber, fileCount, phase, doneBytes, totalBytes }) {
        expect(fileCount).toBe(2)
        expect(doneBytes).toBeLessThanOrEqual(totalBytes)
        seen.push(`${fileNumber} ${phase}${phase === 'reading' && doneBytes === totalBytes ? ' whole' : ''}`)
      },
    })

    expect([...new Set(seen)]).toEqual([
      '1 reading',
      '1 reading whole',
      '1 writing',
      '2 reading',
      '2 reading whole',
      '2 writing',
    ])
  })
})
