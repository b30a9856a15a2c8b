import { INDEX_SYMBOLS } from '../known-symbols.ts'

/** Index symbols have an underscore before them; a share class is written with its dot, or without any mark. */
export function spellingsOf(symbol: string): string[] {
  if (INDEX_SYMBOLS.has(symbol)) return [`_${symbol}`]
  return symbol.includes('.') ? [symbol, symbol.replaceAll('.', '')] : [symbol]
}
