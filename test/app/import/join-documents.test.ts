import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ImportBench, importBench, quoteRow, quoteTable } from '../../support/market/imports.ts'
import { zipOf } from '../../support/market/write-zip.ts'

let bench: ImportBench

beforeEach(async () => {
  bench = await importBench()
})

afterEach(() => bench[Symbol.asyncDispose]())

describe('files that describe one instant', () => {
  const name = (tick: string, right: string) => `20140606_aapl_minute_${tick}_american_${right}_920000_20140621.csv`
  const files: readonly (readonly [string, Buffer])[] = [
    [
      'trades.zip',
      zipOf({ [name('trade', 'call')]: '34200000,1,1,1,15000,7\n', [name('trade', 'put')]: '34200000,1,1,1,9000,1\n' }),
    ],
    [
      'quotes.zip',
      zipOf({
        [name('quote', 'call')]: '34200000,1,1,1,14000,7,1,1,1,16000,8\n',
        [name('quote', 'put')]: '34200000,1,1,1,1,1,1,1,1,2,2\n',
      }),
    ],
    [
      'interest.zip',
      zipOf({ [name('openinterest', 'call')]: '23400000,77\n', [name('openinterest', 'put')]: '23400000,78\n' }),
    ],
    [
      'aapl_20140606.csv',
      Buffer.from(
        '#expiry,strike,right,open,high,low,close,volume,open_interest,implied_volatility\n,,,1,1,1,92.5,1,,\n20140621,92,C,1,2,1,9.5,99,99,0.257\n20140621,95,C,1,2,1,9.5,99,99,0.257\n',
      ),
    ],
    [
      'second.zip',
      zipOf({
        [name('trade', 'call')]: '34200000,1,1,1,25000,70\n',
        [name('trade', 'put')]: '34200000,1,1,1,19000,10\n',
      }),
    ],
  ]

  it('give the same chain in whatever order they are imported', async () => {
    const places = files.map((_, index) => index)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(places, { minLength: places.length }), async (order) => {
        await using other = await importBench()
        for (const index of order) await other.import('chain', ...files[index]!)

        const head = await other.store.chains.latest('AAPL')
        const { contracts, underlyingPrice, warnings } = (await other.store.chains.load(head!.id))!
        expect(contracts.optionSymbols).toEqual([
          'AAPL  140621C00092000',
          'AAPL  140621P00092000',
          'AAPL  140621C00095000',
        ])
        expect([...contracts.bid]).toEqual([1.4, 0.0001, Number.NaN])
        expect([...contracts.openInterest]).toEqual([77, 78, 99])
        expect(underlyingPrice).toBe(92.5)
        expect(warnings).toEqual(['Last prices come from a Lean universe: where nothing traded they are mid quotes.'])
        // Of two archives of trades the one whose content sorts first counts, whichever came first.
        expect([
          [1.5, 7],
          [2.5, 70],
        ]).toContainEqual([contracts.last[0], contracts.volume[0]])
        expect(contracts.last[0]).toBe(await lastOfBoth())
      }),
      { numRuns: 12 },
    )
  })

  async function lastOfBoth(): Promise<number | undefined> {
    await using other = await importBench()
    for (const file of [files[0]!, files[4]!]) await other.import('chain', ...file)
    const head = await other.store.chains.latest('AAPL')
    return (await other.store.chains.load(head!.id))?.contracts.last[0]
  }

  it('let the snapshot with the later stamp count, and fill it from the earlier one', async () => {
    const early = quoteTable({
      stamp: 'November 19, 2026 at 6:09 PM EST',
      rows: [quoteRow(650, { last: '1' }), quoteRow(655)],
    })
    const late = quoteTable({
      stamp: 'November 19, 2026 at 6:14 PM EST',
      rows: [quoteRow(650, { last: '2', iv: '0' })],
    })
    for (const order of [
      [early, late],
      [late, early],
    ]) {
      await using other = await importBench()
      for (const [index, text] of order.entries()) await other.import('chain', `${index}.csv`, text)

      const chain = await other.store.chains.load((await other.store.chains.latest('SPY'))!.id)
      expect(chain?.contracts.count).toBe(4)
      expect({ last: chain?.contracts.last[0], vendorIv: chain?.contracts.vendorIv[0] }).toEqual({
        last: 2,
        vendorIv: 0.2,
      })
    }
  })

  it('are all kept when they are imported at the same time', async () => {
    for (const [index, strike] of [640, 650, 660].entries()) {
      writeFileSync(bench.folder.file(`${index}.csv`), quoteTable({ rows: [quoteRow(strike)] }))
    }

    const imports = [0, 1, 2].map((index) => bench.importPaths('chain', [bench.folder.file(`${index}.csv`)]))
    const reports = (await Promise.all(imports)).flat()

    const chain = await bench.store.chains.load((await bench.store.chains.latest('SPY'))!.id)
    expect(reports.map(({ status }) => status)).toEqual(['imported', 'imported', 'imported'])
    expect(chain?.contracts.count).toBe(6)
  })

  it('are joined again when another process changed the chain in between', async () => {
    const path = bench.folder.file('store.sqlite3')
    await using here = await importBench(path)
    const other = new Database(path)
    await here.import('chain', 'a.csv', quoteTable({ rows: [quoteRow(650)] }))
    let id = 0
    const newId = () => {
      if (id++ === 0) other.prepare("update market_chains set id = 'changed'").run()
      return `new-${id}`
    }

    const report = await here.import('chain', 'b.csv', quoteTable({ rows: [quoteRow(660)] }), { newId })

    const head = await here.store.chains.latest('SPY')
    expect(report.status).toBe('imported')
    expect(head?.id).toBe('new-2')
    expect((await here.store.chains.load(head!.id))?.contracts.count).toBe(4)
    other.close()
  })

  it('join the minutes of one session', async () => {
    const heading = 'datetime,open,high,low,close,volume\n'
    await bench.import(
      'bars',
      'SPY_a.csv',
      `${heading}2026-11-19T14:30:00Z,1,1,1,1,5\n2026-11-19T14:31:00Z,2,2,2,2,5\n`,
    )
    await bench.import(
      'bars',
      'SPY_b.csv',
      `${heading}2026-11-19T14:31:00Z,3,3,3,3,9\n2026-11-19T14:32:00Z,4,4,4,4,5\n`,
    )

    const session = await bench.store.marketSessions.load('minute_bars', 'SPY', '2026-11-19')
    expect(session?.table.close).toEqual(Float64Array.of(1, 3, 4))
  })
})
