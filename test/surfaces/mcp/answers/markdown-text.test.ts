import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../../src/app/operations.ts'
import { markdownText } from '../../../../src/surfaces/mcp/answers/markdown-text.ts'
import { toolOperations } from '../../../../src/surfaces/mcp/tools.ts'
import { type McpApp, mcpApp } from '../../../support/mcp/mcp.ts'

const textOf = (body: Record<string, unknown>, keep?: 'first' | 'last' | 'nearest') =>
  markdownText(body, JSON.stringify(body), keep)

/** An answer of `count` rows, beside which nothing fits but a few of them. */
const rowsOf = (count: number) => ({
  symbol: 'SPY',
  columns: ['strike', 'net_gex'],
  rows: Array.from({ length: count }, (_, index) => [600 + index, 1_234_567 + index]),
  profile: Array.from({ length: count }, (_, index) => ({ underlying_price: 600.5 + index, net_gex: 7_654_321 })),
})

/** Texts of which a rendering shows the beginning. */
const long = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`figure_${index}`, 'A'.repeat(700)]))

describe('a short rendering', () => {
  let app: McpApp
  beforeAll(async () => {
    app = await mcpApp()
  })
  afterAll(() => app[Symbol.asyncDispose]())

  it.each(toolOperations(operations).map((tool) => [tool.name, tool] as const))(
    'of %s has at most 60 % of the tokens of its JSON, and never more than that',
    async (name, tool) => {
      const { text, body } = await app.tool(name, tool.example)
      const [json, short] = [encode(text).length, encode(markdownText(body, text, tool.concise?.table?.keep)).length]

      expect(short).toBeLessThanOrEqual(json >= 450 ? 0.6 * json : json)
      expect(short).toBeGreaterThan(0)
    },
  )
})

describe('Markdown of an answer', () => {
  it('has figures on a line, the first sentence of each warning, and tables', () => {
    const text = textOf({
      source: 'simulated',
      symbol: 'SPY',
      price: 674.0812,
      change: null,
      ...long,
      legs: [
        { strike: 645, kind: 'put' },
        { strike: 654, kind: 'a | b\n|c|' },
      ],
      greeks: { delta: -4.93, more: { gamma: 0.5 } },
      reasons: ['The 50-day average fell by 43.41 in 20 sessions.', 'The price is above the 20-day average.'],
      columns: ['date', 'close'],
      rows: [['2026-11-20', 674.08]],
      constants: { currency: 'USD' },
      next_cursor: null,
      warnings: ['Prices are old. Request them again later.'],
    })

    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^symbol SPY, price 674\.08, figure_0 AAAA.*…, figure_1 /),
      '- Prices are old.',
      '|date|close|',
      '|-|-|',
      '|2026-11-20|674.08|',
      'legs:',
      '|strike|kind|',
      '|-|-|',
      '|645|put|',
      '|654|a \\| b \\|c\\||',
      'greeks: delta -4.93',
      'greeks.more: gamma 0.5',
      'reasons: The 50-day average fell by 43.41 in 20 sessions. The price is above the 20-day average.',
      'constants: currency USD',
    ])
  })

  it('says that it is a part, and drops other tables before it has fewer than five rows of the main one', () => {
    const text = textOf(rowsOf(40))

    expect(text.split('\n').slice(0, 4)).toEqual(['symbol SPY', '|strike|net_gex|', '|-|-|', '|600|1234567|'])
    expect(text.split('\n').at(-1)).toBe('In part: structuredContent has all of it.')
    expect(text.split('\n').filter((line) => line.startsWith('|6')).length).toBeGreaterThanOrEqual(10)
  })

  it.each([
    ['first', 600],
    ['last', 639],
    ['nearest', 620],
  ] as const)('keeps the %s rows, strike %i among them', (keep, strike) => {
    expect(textOf(rowsOf(40), keep)).toContain(`|${strike}|`)
  })

  it('ends after a figure where even the first line is too long', () => {
    const body = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`figure_${index}`, index]))
    const [line = '', note] = textOf(body).split('\n')

    expect(line).toMatch(/, figure_\d+ \d+$/)
    expect(note).toBe('In part: structuredContent has all of it.')
  })

  it('is the JSON of a short answer', () => {
    expect(textOf({ symbol: 'SPY', price: 674.08 })).toBe('{"symbol":"SPY","price":674.08}')
  })
})
