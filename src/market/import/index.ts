/** The formats that can be imported. The first one that recognises a file reads it. */
import { cboeCsv } from './cboe/cboe-csv.ts'
import { chainJson } from './chain-json.ts'
import { earningsEntries } from './earnings-entries.ts'
import { eventEntries } from './event-entries.ts'
import { leanDaily, leanMinuteQuotes, leanMinuteTrades, leanTicks } from './lean/lean-equity.ts'
import { leanFactors, leanMap } from './lean/lean-factors.ts'
import { leanOption } from './lean/lean-option.ts'
import { leanUniverse } from './lean/lean-universe.ts'
import { newsEntries } from './news-entries.ts'
import { ohlcvCsv } from './ohlcv-csv.ts'
import { printsCsv } from './prints-csv.ts'
import { rateEntries } from './rate-entries.ts'
import type { ImportFormat } from './reading.ts'
import type { Source } from './source.ts'

const IMPORT_FORMATS: readonly ImportFormat[] = [
  leanOption,
  cboeCsv,
  leanUniverse,
  leanDaily,
  leanTicks,
  leanMinuteQuotes,
  leanMinuteTrades,
  leanFactors,
  leanMap,
  printsCsv,
  ohlcvCsv,
  chainJson,
  newsEntries,
  eventEntries,
  earningsEntries,
  rateEntries,
]

export function formatOf(source: Source): ImportFormat | null {
  return IMPORT_FORMATS.find((format) => format.recognises(source)) ?? null
}
