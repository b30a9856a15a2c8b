import { RECENT_SYMBOLS, readStored, writeStored } from '../browser.ts'

/** Keeps the symbol whose page was opened. */
export function rememberSymbol(symbol: string): void {
  writeStored(RECENT_SYMBOLS, withRecent(readRecent(readStored(RECENT_SYMBOLS)), symbol).join())
}

/** The recent symbols after one was opened. */
export function withRecent(recent: readonly string[], symbol: string): readonly string[] {
  return [symbol, ...recent.filter((it) => it !== symbol)].slice(0, MAX_RECENT)
}

const MAX_RECENT = 5

/** Recent symbols in their stored form; what is not one is left out. */
export function readRecent(stored: string | null): readonly string[] {
  return (stored ?? '').split(',').filter((symbol) => /^[A-Z][A-Z0-9.]{0,9}$/.test(symbol))
}
