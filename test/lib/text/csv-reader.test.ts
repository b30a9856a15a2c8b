import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvError, CsvReader, type CsvRecord } from '../../../src/lib/text/csv-reader.ts'

function read(...pieces: readonly string[]): CsvRecord[] {
  const reader = new CsvReader()
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]
}

function written(records: readonly (readonly string[])[], lineBreak: string): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return records.map((fields) => fields.map(cell).join(',') + lineBreak).join('')
}

describe('reading CSV', () => {
  it('gives the fields of every line, with the line that an editor shows', () => {
    expect(read('a,b\n1,2\n\n3,\n')).toEqual([
      { row: 1, fields: ['a', 'b'] },
      { row: 2, fields: ['1', '2'] },
      { row: 4, fields: ['3', ''] },
    ])
  })

  it('reads the last line without a line break, and Windows line ends', () => {
    expect(read('a,b\r\n1,2').map(({ fields }) => fields)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('keeps commas, doubled quotes and line breaks inside quotes, and counts the lines of such a record', () => {
    const records = read('"a, ""b""","two\nlines"\nnext,row\n')

    expect(records).toEqual([
      { row: 1, fields: ['a, "b"', 'two\nlines'] },
      { row: 3, fields: ['next', 'row'] },
    ])
  })

  it('gives back what was written, wherever the text is cut into pieces', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' '), maxLength: 6 })
    const record = fc.array(cell, { minLength: 2, maxLength: 4 })
    const lineBreak = fc.constantFrom('\n', '\r\n')
    fc.assert(
      fc.property(fc.array(record, { maxLength: 6 }), lineBreak, fc.array(fc.nat(60)), (records, end, cuts) => {
        const text = written(records, end)
        const places = [...new Set(cuts.map((cut) => Math.min(cut, text.length)))].sort((a, b) => a - b)
        const pieces = [0, ...places].map((place, index) => text.slice(place, places[index]))

        expect(read(...pieces).map(({ fields }) => fields)).toEqual(records)
      }),
    )
  })

  it('names the row of a quotation mark that is never closed', () => {
    expect(() => read('a\nb,"open\nc\n')).toThrow(
      new CsvError(2, 'A quotation mark that opens in row 2 is never closed.'),
    )
  })

  it('refuses a record of more than a megabyte instead of keeping it', () => {
    const reader = new CsvReader()

    expect(() => {
      for (let piece = 0; piece < 20; piece++) reader.push('x'.repeat(100_000))
    }).toThrow(/longer than 1 MB/)
  })
})
