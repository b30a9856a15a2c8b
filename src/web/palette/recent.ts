/** The recent symbols after one was opened. */
export function withRecent(recent: readonly string[], symbol: string): readonly string[] {
  return [symbol, ...recent.filter((it) => it !== symbol)].slice(0, MAX_RECENT)
}

const MAX_RECENT = 5

/** Recent symbols in their stored form; what is not one is left out. */
export function readRecent(stored: string | null): readonly string[] {
  return (stored ?? '').split(',').filter((symbol) => /^[A-Z][A-Z0-9.]{0,9}$/.test(symbol))
}
