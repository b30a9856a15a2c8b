/**
 * Risk-free rates: date, tenor (30d, 2w, 3m, 1y), rate (bond-equivalent yield in percent, as the Treasury publishes it)
 * and, where known, known_at. Without known_at a rate counts as known from 18:00 New York of its date, when the Treasury
 * has published it.
 */
import { isCivilDate } from '../../lib/time/civil-date.ts'
import { newYorkInstant } from '../domain/calendar/new-york-time.ts'
import { continuousRate, type PublishedRate, tenorYears } from '../domain/interest-rates.ts'
import { type Entry, eachEntry, hasFields, knownFrom } from './entries.ts'
import type { ImportFormat, ReadRequest } from './reading.ts'

const PUBLISHED_MINUTE = 18 * 60
const COLUMNS = ['date', 'tenor', 'rate']

export const rateEntries: ImportFormat = {
  name: 'rates',
  kind: 'rates',
  title: 'a list of interest rates',
  usesName: false,
  recognises: (source) => hasFields(source, COLUMNS),
  async read(source, request, log) {
    const rates = new Map<string, PublishedRate>()
    await eachEntry(source, COLUMNS, log, (entry) => {
      const rate = rateOf(entry, request)
      if (!rate) return
      const key = `${rate.date} ${rate.tenor}`
      if (rates.has(key)) entry.refuse('tenor', 'an earlier row has the rate of this date and tenor')
      else rates.set(key, rate)
    })
    log.taken += rates.size
    return [{ type: 'rates', rates: [...rates.values()] }]
  },
}

function rateOf(entry: Entry, request: ReadRequest): PublishedRate | null {
  const date = entry.text('date')
  const tenor = entry.text('tenor').toLowerCase()
  const percent = entry.number('rate')
  const column = !isCivilDate(date) ? 'date' : Number.isNaN(tenorYears(tenor)) ? 'tenor' : 'rate'
  if (column !== 'rate' || Number.isNaN(continuousRate(percent))) {
    entry.refuse(column, 'a rate has a date, a tenor such as 3m, and percent from -5 to 30')
    return null
  }
  const publishedAt = new Date(newYorkInstant(date, PUBLISHED_MINUTE)).toISOString()
  return { date, tenor, percent, knownAt: knownFrom(entry.instant('known_at'), publishedAt, request.nowMs) }
}
