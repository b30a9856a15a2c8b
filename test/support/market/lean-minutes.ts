import { newYorkInstant } from '../../../src/market/domain/calendar/new-york-time.ts'
import type { OptionChain } from '../../../src/market/domain/options/chain.ts'
import { ChainBuilder } from '../../../src/market/domain/options/chain-builder.ts'
import { openArchive } from '../../../src/market/import/zip-archive.ts'
import { sharedPath } from './shared-data.ts'

/** The last minute of each file of an archive that had begun by then, as its fields, by the name of the file. */
export async function rowsAt(archive: string, ms: number): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>()
  const { texts } = await openArchive(sharedPath('data', 'lean', ...archive.split('/')), () => undefined)
  for await (const { name, text } of texts()) {
    const last = text
      .trim()
      .split('\n')
      .findLast((row) => Number(row.split(',')[0]) <= ms)
    rows.set(name, (last ?? '').split(','))
  }
  return rows
}

/** The quotes of SPXW at the end of the first minute of an hour in New York; all expirations, or those of some dates. */
export async function spxChainAt(date: string, hour: number, dates: readonly string[] | null): Promise<OptionChain> {
  const archive = `option_minute/spxw_${date.replaceAll('-', '')}_quote_european.zip`
  const builder = new ChainBuilder()
  for (const [name, fields] of await rowsAt(archive, hour * 3_600_000)) {
    const [, optionType, strike, day = ''] = /(call|put)_(\d+)_(\d{8})/.exec(name) ?? []
    const expirationDate = day.replace(/(....)(..)(..)/, '$1-$2-$3')
    if (dates && !dates.includes(expirationDate)) continue
    const [bid, ask] = [Number(fields[4]) / 10_000, Number(fields[9]) / 10_000]
    const contract = { root: 'SPXW', expirationDate, strike: Number(strike) / 10_000, bid, ask } as const
    builder.add({ ...contract, optionType: optionType === 'call' ? 'call' : 'put' })
  }
  return builder.build({ symbol: 'SPX', asOfMs: newYorkInstant(date, 60 * hour + 1), underlyingPrice: Number.NaN })
}
