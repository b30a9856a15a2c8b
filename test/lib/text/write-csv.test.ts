import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCsv } from '../../../src/lib/text/write-csv.ts'

describe('writeCsv', () => {
  it('writes the header, one line for each row, and CRLF after each', () => {
    expect(writeCsv(['a', 'b'], [{ a: 1, b: 'x' }, { b: true }])).toBe('a,b\r\n1,x\r\n,true\r\n')
  })

  it('writes unknown as nothing, lists with semicolons, and other values as JSON', () => {
    const row = { none: null, nan: Number.NaN, list: ['a', 'b', 2], object: { a: 1 } }

    expect(writeCsv(['none', 'nan', 'list', 'object'], [row])).toBe('none,nan,list,object\r\n,,a;b;2,"{""a"":1}"\r\n')
  })

  it('keeps negative numbers as numbers and disarms text that begins like one', () => {
    expect(writeCsv(['n', 't'], [{ n: -1.5, t: '-1.5' }])).toBe("n,t\r\n-1.5,'-1.5\r\n")
  })

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    ' =1',
    '"=1',
    '\t=1',
    '\tx',
    '\rx',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '\u200b=1',
    '\u0000=1',
  ])('disarms %j', (text) => {
    expect(parseCsv(writeCsv(['t'], [{ t: text }]))[1]?.[0]).toBe(`'${text}`)
  })

  it('disarms each line of a cell with several', () => {
    expect(parseCsv(writeCsv(['t'], [{ t: 'a\n=1\r\n@x' }]))[1]?.[0]).toBe("a\n'=1\r\n'@x")
  })

  it('disarms what a spreadsheet with semicolons between cells reads as one', () => {
    const rows = [{ text: 'a;=1', list: ['-x', '=2', -3], number: -4 }]

    expect(writeCsv(['text', 'list', 'number'], rows)).toBe("text,list,number\r\na;'=1,'-x;'=2;-3,-4\r\n")
  })

  it('can be read again, and no text in it runs', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('=', '+', '-', '@', '＝', '"', ',', '\r', '\n', '\t', ' ', "'", 'x', '1'),
    )
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    const runs = /^[\s"]*[=+\-@＝＋－＠]/

    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { maxLength: 4 }), (cells) => {
        const rows = cells.map(([a, b]) => ({ a, b }))

        const parsed = parseCsv(writeCsv(['a', 'b'], rows))

        expect(parsed).toHaveLength(rows.length + 1)
        for (const [index, row] of rows.entries()) {
          const [a = '', b = ''] = parsed[index + 1] ?? []
          expect(a.replaceAll("'", '')).toBe(row.a?.replaceAll("'", ''))
          expect(b.replaceAll("'", '')).toBe(row.b?.replaceAll("'", ''))
          for (const line of `${a}\n${b}`.split(/[\r\n]/)) expect(line).not.toMatch(runs)
          expect(a).not.toMatch(/^[\t\r\n]/)
        }
      }),
      { numRuns: 500 },
    )
  })
})

/** A reader written from RFC 4180 alone, so that the writer is not tested against itself. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') cell += text[++index]
      else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',' || (character === '\r' && text[index + 1] === '\n')) {
      rows.at(-1)?.push(cell)
      cell = ''
      if (character === '\r') {
        index++
        rows.push([])
      }
    } else cell += character
  }
  return rows.slice(0, -1)
}
