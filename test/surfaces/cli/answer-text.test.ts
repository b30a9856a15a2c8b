import { describe, expect, it } from 'vitest'
import { answerText } from '../../../src/surfaces/cli/answer-text.ts'

describe('answerText', () => {
  it('writes plain values first, then objects and tables under their names', () => {
    const answer = {
      symbol: 'SPY',
      data: [
        { strike: 500, iv: 0.2512345678, side: 'call' },
        { strike: 5, iv: null, side: 'put' },
      ],
      summary: { total: 2, parts: [{ a: 1 }] },
      warnings: [],
      methods: ['pivot', 'volume'],
    }

    expect(answerText(answer)).toBe(
      [
        'symbol    SPY',
        'warnings  –',
        'methods   pivot, volume',
        '',
        'data',
        'strike          iv  side',
        '   500  0.25123457  call',
        '     5           –  put',
        '',
        'summary',
        'total  2',
        '',
        'summary.parts',
        'a',
        '1',
        '',
      ].join('\n'),
    )
  })

  it('writes a line for each row of a matrix, and for each sentence', () => {
    const answer = {
      warnings: ['One rate is used.', 'Chances are risk-neutral.'],
      grid: [
        [0.25, null],
        [-1, 12.5],
      ],
      profit: [[[1, 2]], [[3, 4]]],
      none: [[]],
    }

    expect(answerText(answer)).toBe(
      [
        'warnings  One rate is used.',
        '          Chances are risk-neutral.',
        '',
        'grid',
        '0.25     –',
        '  -1  12.5',
        '',
        'profit.0',
        '1  2',
        '',
        'profit.1',
        '3  4',
        '',
        'none',
        '',
        '',
      ].join('\n'),
    )
  })

  it('names the columns that do not fit the terminal', () => {
    const rows = [{ first: 'a'.repeat(20), second: 'b', third: 'c' }]

    expect(answerText({ data: rows }, 25)).toContain('(2 more columns: second, third. Use --json to see them.)')
  })

  it('lets nothing from outside control the terminal', () => {
    expect(answerText({ headline: 'a\u001b[31mb\nc' })).toBe('headline  a [31mb c\n')
  })
})
