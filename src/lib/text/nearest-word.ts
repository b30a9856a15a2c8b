/** The word of a list that takes the fewest insertions, deletions and replacements to reach (V. Levenshtein, 1966). */
export function nearestWord(text: string, words: readonly string[]): string | undefined {
  const ranked = words.map((word) => ({ word, edits: editsBetween(text, word) }))
  return ranked.reduce<{ word: string; edits: number } | undefined>(
    (best, own) => (best === undefined || own.edits < best.edits ? own : best),
    undefined,
  )?.word
}

function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
