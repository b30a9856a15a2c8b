import { describe, expect, it } from 'vitest'
import type { ConciseTable } from '../../../../src/catalogue/operation.ts'
import { markdownText } from '../../../../src/surfaces/mcp/answers/markdown-text.ts'

const IN_PART = 'In part: structuredContent has all of it.'

const declared = (keep: ConciseTable['keep']) => ({
  concise: { view: '', narrow: '', table: { list: 'data', columns: [], maxRows: 9, ...(keep && { keep }) } },
})
const textOf = (body: Record<string, unknown>, keep?: ConciseTable['keep']) =>
  markdownText(body, JSON.stringify(body), declared(keep))

/** An answer of `count` rows, beside which nothing fits but a few of them. */
const rowsOf = (count: number) => ({
  symbol: 'SPY',
  underlying_price: 620.2,
  columns: ['strike', 'net_gex'],
  rows: Array.from({ length: count }, (_, index) => [600 + index, 1_234_567 + index]),
  profile: Array.from({ length: count }, (_, index) => ({ underlying_price: 600.5 + index, net_gex: 7_654_321 })),
})

/** Figures that take more than half of an answer, and that a rendering shows in part. */
const long = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`figure_${index}`, 'A'.repeat(700)]))

describe('Markdown of an answer', () => {
  it('has figures on a line, the first sentence of each warning, and tables', () => {
    const text = textOf({
      source: 'simulated',
      symbol: 'SPY',
      price: 674.0812,
      change: null,
      ...long,
      legs: [
        { strike: 645, kind: 'put', flags: [] },
        { strike: 654, kind: 'a | b\n|c|', quantity: 2, flags: [] },
      ],
      outlook: [{ days: 30, chance: 0.5 }],
      greeks: { delta: -4.93, more: { gamma: 0.5, levels: [645, 654], terms: { rate: 0.04, style: 'american' } } },
      reasons: ['The 50-day average fell by 43.41 in 20 sessions.', 'The price is above the 20-day average.'],
      columns: ['date', 'close'],
      rows: [['2026-11-20', 674.08]],
      constants: { currency: 'USD', settlement: null },
      next_cursor: null,
      warnings: ['Prices are old. Request them again later.'],
    })

    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^symbol SPY, price 674\.08, figure_0 AAAA.*…, figure_1 /),
      '- Prices are old.',
      'every row currency USD:',
      '|date|close|',
      '|-|-|',
      '|2026-11-20|674.08|',
      'legs:',
      '|strike|kind|quantity|',
      '|-|-|-|',
      '|645|put||',
      '|654|a \\| b \\|c\\||2|',
      'outlook: days 30, chance 0.5',
      'greeks: delta -4.93',
      'greeks.more: gamma 0.5, levels 645 654',
      'greeks.more.terms: rate 0.04, style american',
      'reasons: The 50-day average fell by 43.41 in 20 sessions. The price is above the 20-day average.',
      IN_PART,
    ])
  })

  it('says that it is a part, and has most of the rows of the main table', () => {
    const lines = textOf(rowsOf(40)).split('\n')

    expect(lines.slice(0, 4)).toEqual([
      'symbol SPY, underlying_price 620.2',
      '|strike|net_gex|',
      '|-|-|',
      '|600|1234567|',
    ])
    expect(lines.at(-1)).toBe(IN_PART)
    expect(lines.indexOf('profile:')).toBeGreaterThanOrEqual(3 + 5)
    expect(lines.filter((line) => /^\|6\d\d\.5\|/.test(line)).length).toBeGreaterThanOrEqual(3)
  })

  it('does not say so where only spaces and names are left out', () => {
    const body = {
      symbol: 'SPY',
      data: Array.from({ length: 60 }, (_, index) => ({ strike: index, open_interest: 7 })),
    }

    expect(textOf(body).split('\n').at(-1)).toBe('|59|7|')
  })

  it.each([
    ['first', 600],
    ['last', 639],
    ['nearest', 620],
  ] as const)('keeps the %s rows, strike %i among them', (keep, strike) => {
    expect(textOf(rowsOf(40), keep)).toContain(`|${strike}|`)
    expect(textOf(rowsOf(200), keep)).toContain(`|${strike === 639 ? 799 : strike}|`)
  })

  it('keeps the dates nearest to the session where the main list has dates', () => {
    const data = Array.from({ length: 28 }, (_, index) => ({
      report_date: `2026-02-${String(index + 1).padStart(2, '0')}`,
      surprise: [index, 1.5, 2.5, 3.5, 4.5],
      period: 'Q1 of the fiscal year that ends in September',
    }))
    const text = textOf({ session_date: '2026-02-20', data }, 'nearest')

    expect(text).toContain('|2026-02-20|')
    expect(text).not.toContain('|2026-02-01|')
  })

  it('has declared figures and columns before others', () => {
    const members = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`member_${index}`, 1000 + index]))
    const body = { symbol: 'SPY', metrics: members(120), rows: [members(10), members(10), members(10)] }
    const text = markdownText(body, JSON.stringify(body), {
      keyFigures: { metrics: ['member_118'], rows: ['member_7', 'member_9'] },
    })

    expect(text).toMatch(/^metrics: member_0 1000, .*, member_118 1118$/m)
    expect(text).toContain('rows:\n|member_7|member_9|\n|-|-|\n|1007|1009|\n|1007|1009|\n|1007|1009|')
  })

  it('ends after a figure where even the first line is too long', () => {
    const body = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`figure_${index}`, index]))
    const [line = '', note] = textOf(body).split('\n')

    expect(line).toMatch(/, figure_\d+ \d+$/)
    expect(note).toBe(IN_PART)
  })

  it('is the JSON of a short answer', () => {
    expect(textOf({ symbol: 'SPY', price: 674.08 })).toBe('{"symbol":"SPY","price":674.08}')
  })
})
