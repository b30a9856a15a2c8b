import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportCommand } from '../../../src/app/commands/export.ts'
import { DATA_SETS } from '../../../src/app/export/data-sets.ts'
import { FORMATS } from '../../../src/app/export/formats.ts'
import { CsvReader } from '../../../src/lib/text/csv-reader.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { type TempFolder, tempFolder } from '../../support/process/temp-folder.ts'
import { anIdeaRecord } from '../../support/receiver/idea-records.ts'
import { anIdea } from '../../support/receiver/ideas.ts'

let app: TestApp
let folder: TempFolder
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'AAPL,BRK.B' })
  folder = tempFolder()
  const { store } = app.parts
  await store.tradeIdeas.add(anIdeaRecord({ id: 'one' }))
  const idea = anIdea({ strategy: '=HYPERLINK("x")' })
  await store.ledger.accept({ fingerprint: 'f'.repeat(64), idea, payloadSha256: 'a' }, app.clock.now())
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

let files = 0
async function exported(name: string, ...args: string[]): Promise<{ file: string; bytes: number }> {
  const file = folder.file(`${++files}.out`)
  const texts: string[] = []
  const stdout = { write: (text: string) => void texts.push(text) }
  const command = exportCommand({ parts: async () => app.parts })
  await command.run({ args: [name, ...args, '--output', file], json: true, stdout })
  return JSON.parse(texts.join(''))
}

/** As another implementation reads the file. */
async function queried(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson() as Record<string, unknown>[]
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

function linesOf(file: string): Record<string, unknown>[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

const ranges: Readonly<Record<string, readonly string[]>> = {
  chains: ['--symbol', 'AAPL'],
  bars: ['--from', '2026-11-01'],
  metrics: ['--symbol', 'AAPL', '--from', '2026-11-10'],
  flow: ['--symbol', 'BRK.B'],
  ideas: ['--from', '2026-11-01'],
  ledger: [],
}

describe('an export', () => {
  it.each(Object.keys(DATA_SETS))(
    'has the same %s as Parquet, as another reader reads it, as in lines of JSON',
    async (name) => {
      const args = ranges[name] ?? []
      const parquet = await exported(name, ...args, '--format', 'parquet')
      const lines = await exported(name, ...args, '--format', 'ndjson')

      const expected = linesOf(lines.file)
      expect(expected.length).toBeGreaterThan(0)
      expect(statSync(parquet.file).size).toBe(parquet.bytes)
      const read = await queried(`select * from read_parquet('${parquet.file}')`)
      expect(read.map(comparable)).toEqual(expected.map(comparable))
      expect(Object.keys(read[0] ?? {})).toEqual(Object.keys(expected[0] ?? {}))
    },
  )

  it('has types by which Parquet is computed with', async () => {
    const { file } = await exported('bars', '--from', '2026-11-02', '--format', 'parquet')
    const sql = `select symbol, min("date") as first, max(high) >= min(low) as sane, typeof(min("date")) as type
      from read_parquet('${file}') group by symbol order by symbol`

    expect(await queried(sql)).toEqual([
      { symbol: 'AAPL', first: '2026-11-02', sane: true, type: 'DATE' },
      { symbol: 'BRK.B', first: '2026-11-02', sane: true, type: 'DATE' },
    ])
  })

  it('writes CSV with a header, and no cell that a spreadsheet evaluates', async () => {
    const { file } = await exported('ledger')
    const reader = new CsvReader()
    const text = readFileSync(file, 'utf8')
    const [header, row] = [...reader.push(text), ...reader.end()].map(({ fields }) => fields)

    expect(header).toEqual(Object.keys(DATA_SETS.ledger.columns))
    expect(row?.[header?.indexOf('strategy') ?? -1]).toBe(`'=HYPERLINK("x")`)
    expect(row?.[header?.indexOf('decision') ?? -1]).toBe('')
  })

  it('writes a table in many groups without holding it', async () => {
    let held = 0
    let most = 0
    async function* parts() {
      for (let part = 0; part < 50; part++) {
        held++
        most = Math.max(most, held)
        yield Array.from({ length: 2_000 }, (_, row) => ({ number: part * 2_000 + row, text: row % 3 ? 'x' : null }))
      }
    }
    const file = folder.file('groups.parquet')
    const chunks: Uint8Array[] = []
    for await (const bytes of FORMATS.parquet({ number: 'number', text: 'text' }, parts())) {
      chunks.push(bytes)
      held = 0
    }
    writeFileSync(file, Buffer.concat(chunks))

    expect(most).toBeLessThanOrEqual(10)
    expect(
      await queried(
        `select count(*)::int as rows, sum(number)::int8 as sum, count(text)::int as texts from read_parquet('${file}')`,
      ),
    ).toEqual([{ rows: 100_000, sum: '4999950000', texts: 66_650 }])
  })

  it('goes to standard output as the bytes of the file and nothing else, as fast as it is read', async () => {
    const { file } = await exported('bars', '--format', 'parquet')
    const stdout = new PassThrough({ highWaterMark: 1 })
    const command = exportCommand({ parts: async () => app.parts })
    const args = ['bars', '--format', 'parquet', '--output', '-']
    const [written] = await Promise.all([
      buffer(stdout),
      command.run({ args, json: true, stdout }).finally(() => stdout.end()),
    ])

    expect(written).toEqual(readFileSync(file))
    expect(existsSync('-')).toBe(false)
  })

  it('refuses what it cannot do, and says what it can', async () => {
    await expect(exported('quotes')).rejects.toThrow('Name one data set: chains, bars, metrics, flow, ideas, ledger.')
    await expect(exported('bars', '--format', 'xlsx')).rejects.toMatchObject(issueOf('format'))
    await expect(exported('bars', '--from', '2026-02-30')).rejects.toMatchObject(issueOf('from'))
    await expect(exported('bars', '--from', '2026-11-21')).rejects.toMatchObject(issueOf('from'))
    await expect(exported('bars', '--symbol', '?')).rejects.toMatchObject(issueOf('symbols.0'))
    await expect(exported('bars', '--symbol', 'AAPM')).rejects.toMatchObject({ code: 'not_found' })
    const { file } = await exported('bars')
    const again = exportCommand({ parts: async () => app.parts })
    const call = { args: ['bars', '--output', file], json: false, stdout: { write: () => undefined } }
    await expect(again.run(call)).rejects.toThrow('The file exists.')
    expect(existsSync(file)).toBe(true)
  })
})

function issueOf(path: string) {
  return { code: 'invalid', details: { issues: [expect.objectContaining({ path })] } }
}

/** DuckDB writes instants without a zone. */
function comparable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d{4}-\d\d-\d\d[ T]\d\d:/.test(value)
        ? Date.parse(`${value.replace(' ', 'T').replace(/Z?$/, 'Z')}`)
        : value,
    ]),
  )
}
