/** OCC roots have no dots: options of BRK.B are those of the root BRKB. */
export function underlyingNameOf(symbol: string): string {
  return symbol.replaceAll('.', '')
}
