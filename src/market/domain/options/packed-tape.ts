/** A tape with its texts as numbers, so that threads exchange it without a copy of a text for each print. */
import type { TapePrints } from './option-tape.ts'

type Texts = 'optionSymbols' | 'exchange' | 'condition'

interface TextColumn {
  readonly texts: readonly string[]
  /** For each print, its place in `texts`. */
  readonly places: Uint32Array
}

export type PackedTape = Omit<TapePrints, Texts> & Readonly<Record<Texts, TextColumn>>

export function packedTape(tape: TapePrints): PackedTape {
  const { optionSymbols, exchange, condition } = tape
  return {
    ...tape,
    optionSymbols: packed(optionSymbols),
    exchange: packed(exchange),
    condition: packed(condition),
  }
}

export function unpackedTape(tape: PackedTape): TapePrints {
  const { optionSymbols, exchange, condition } = tape
  return {
    ...tape,
    optionSymbols: unpacked(optionSymbols),
    exchange: unpacked(exchange),
    condition: unpacked(condition),
  }
}

function packed(column: readonly string[]): TextColumn {
  const placeOf = new Map<string, number>()
  const places = Uint32Array.from(column, (text) => {
    const place = placeOf.get(text) ?? placeOf.size
    placeOf.set(text, place)
    return place
  })
  return { texts: [...placeOf.keys()], places }
}

function unpacked({ texts, places }: TextColumn): string[] {
  return Array.from(places, (place) => texts[place] ?? '')
}
