/**
 * A text for each print of a tape, of which few are different: each text once, and a code for each print. A part of it is
 * a view, where the part of an array would be a copy; and threads exchange it as two columns.
 */

type Codes = Uint8Array | Uint16Array | Uint32Array

/** What threads exchange: classes do not reach another thread. */
export interface CodedColumn {
  readonly texts: readonly string[]
  /** For each print, its place in `texts`. */
  readonly codes: Codes
}

/** A text for each print. */
export type PrintTexts = readonly string[] | CodedTexts

export class CodedTexts implements CodedColumn {
  readonly texts: readonly string[]
  readonly codes: Codes

  constructor({ texts, codes }: CodedColumn) {
    this.texts = texts
    this.codes = codes
  }

  static of(column: PrintTexts): CodedTexts {
    if (column instanceof CodedTexts) return column
    const codeOf = new Map<string, number>()
    const codes = Uint32Array.from({ length: column.length }, (_, row) => {
      const text = column.at(row) ?? ''
      const code = codeOf.get(text) ?? codeOf.size
      codeOf.set(text, code)
      return code
    })
    return new CodedTexts({ texts: [...codeOf.keys()], codes: narrowed(codes, codeOf.size) })
  }

  get length(): number {
    return this.codes.length
  }

  at(row: number): string | undefined {
    return this.texts[this.codes[row] ?? -1]
  }

  /** A view, no copy. */
  slice(first: number, end: number): CodedTexts {
    return new CodedTexts({ texts: this.texts, codes: this.codes.subarray(first, end) })
  }

  *[Symbol.iterator](): Iterator<string> {
    for (const code of this.codes) yield this.texts[code] ?? ''
  }
}

function narrowed(codes: Uint32Array, texts: number): Codes {
  if (texts <= 256) return Uint8Array.from(codes)
  return texts <= 65_536 ? Uint16Array.from(codes) : codes
}
