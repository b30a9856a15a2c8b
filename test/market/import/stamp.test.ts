import { describe, expect, it } from 'vitest'
import { parseStamp } from '../../../src/market/import/stamp.ts'

const EVENING = Date.parse('2025-05-05T18:09:00-04:00')

describe('the date line of a quote table', () => {
  it.each([
    ['English', 'May 5, 2025 at 6:09 PM EDT'],
    ['British', '5 May 2025 at 18:09 GMT-4'],
    ['Spanish', '5 de mayo de 2025, 18:09 GMT-4'],
    ['Mexican', '5 de mayo de 2025, 6:09 p.m. GMT-4'],
    ['French', '5 mai 2025 à 18:09 UTC−4'],
    ['German', '5. Mai 2025 um 18:09 GMT-4'],
    ['Italian', '5 maggio 2025 alle ore 18:09 GMT-4'],
    ['Portuguese', '5 de maio de 2025 às 18:09 GMT-4'],
    ['Polish', '5 maja 2025 18:09 GMT-4'],
    ['Russian', '5 мая 2025 г. в 18:09 GMT-4'],
    ['Japanese', '2025年5月5日 18:09 GMT-4'],
    ['another offset', '6 May 2025 at 00:09 GMT+2'],
    ['an offset with minutes', '6 May 2025 at 03:39 GMT+5:30'],
    ['ISO', '2025-05-05 18:09 UTC-4'],
  ])('is read in %s', (_language, line) => {
    expect(parseStamp(line)).toEqual({ ms: EVENING, zoned: true })
  })

  it.each([
    ['12:00 AM', '00:00'],
    ['12:30 PM', '12:30'],
    ['11:59 PM', '23:59'],
  ])('reads %s as %s', (said, meant) => {
    expect(parseStamp(`January 6, 2025 at ${said} EST`)?.ms).toBe(Date.parse(`2025-01-06T${meant}:00-05:00`))
  })

  it('assumes New York without a zone, in summer and in winter, and says so', () => {
    expect(parseStamp('July 7, 2025 at 4:00 PM')).toEqual({ ms: Date.parse('2025-07-07T16:00-04:00'), zoned: false })
    expect(parseStamp('January 7, 2025 at 4:00 PM')?.ms).toBe(Date.parse('2025-01-07T16:00-05:00'))
  })

  it.each([
    ['a day and a month that could be each other', '05/06/2025 18:09 GMT-4'],
    ['a month that differs between languages', '5 listopad 2025 18:09 GMT-4'],
    ['a zone without a known offset', 'May 5, 2025 at 6:09 PM CEST'],
    ['a date that does not exist', 'February 30, 2025 at 6:09 PM EST'],
    ['a time that does not exist', 'May 5, 2025 at 25:09 EDT'],
    ['no time', 'May 5, 2025'],
    ['no year', 'May 5 at 6:09 PM EDT'],
    ['nothing', ''],
  ])('is not guessed: %s', (_why, line) => {
    expect(parseStamp(line)).toBeNull()
  })

  it('takes the day from a number above 12', () => {
    expect(parseStamp('25/05/2025 18:09 GMT-4')?.ms).toBe(Date.parse('2025-05-25T18:09-04:00'))
    expect(parseStamp('05/25/2025 18:09 GMT-4')?.ms).toBe(Date.parse('2025-05-25T18:09-04:00'))
  })
})
