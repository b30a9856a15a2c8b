/** Share of the letters that may differ in a misspelled word. */
const MAX_EDITS_SHARE = 0.4

/**
 * The word of a list that was probably meant: one that contains the text or is contained in it, else the one that takes
 * the fewest insertions, deletions and replacements to reach (V. Levenshtein, 1966). Undefined if none is alike.
 */
export function nearestWord(text: string, words: readonly string[]): string | undefined {
  const contains = (word: string) => text.length > 1 && (word.includes(text) || text.includes(word))
  const ranked = words.map((word) => ({ word, edits: contains(word) ? 0 : editsBetween(text, word) }))
  const [best] = ranked.sort((a, b) => a.edits - b.edits)
  if (!best || best.edits > MAX_EDITS_SHARE * Math.max(text.length, best.word.length)) return undefined
  return best.word
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
