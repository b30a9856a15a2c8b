/** A tape as threads exchange it: without a copy of a text for each print, and without classes. */
import { type CodedColumn, CodedTexts, type PrintTexts } from './coded-texts.ts'
import type { TapePrints } from './option-tape.ts'

type Texts = 'optionSymbols' | 'exchange' | 'condition'

export type PackedTape = Omit<TapePrints, Texts> & Readonly<Record<Texts, CodedColumn>>

export function packedTape(tape: TapePrints): PackedTape {
  return {
    ...tape,
    optionSymbols: packed(tape.optionSymbols),
    exchange: packed(tape.exchange),
    condition: packed(tape.condition),
  }
}

/** Its texts stay coded. */
export function unpackedTape(tape: PackedTape): TapePrints {
  return {
    ...tape,
    optionSymbols: new CodedTexts(tape.optionSymbols),
    exchange: new CodedTexts(tape.exchange),
    condition: new CodedTexts(tape.condition),
  }
}

function packed(column: PrintTexts): CodedColumn {
  const { texts, codes } = CodedTexts.of(column)
  return { texts, codes }
}
