/**
 * The rows that have a term, nearest first: those with the name, those whose name begins with it or has it, those with
 * it in another text. `textsOf` returns the name of a row first. Case, spaces, hyphens and underscores do not matter.
 */
export function withTerm<Row>(rows: readonly Row[], term: string, textsOf: (row: Row) => readonly string[]): Row[] {
  const wanted = plain(term)
  const found = rows.map((row) => ({ row, rank: rankOf(textsOf(row).map(plain), wanted) }))
  return found
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((a, b) => a.rank - b.rank)
    .map(({ row }) => row)
}

const NOT_FOUND = 4

function rankOf([name = '', ...others]: readonly string[], wanted: string): number {
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.includes(wanted)) return 2
  return others.some((text) => text.includes(wanted)) ? 3 : NOT_FOUND
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
}
