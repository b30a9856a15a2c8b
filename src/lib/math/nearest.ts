/** Up to three of `names` that a misspelled `word` may mean, nearest first; empty when none is similar. */
export function nearest(word: string, names: readonly string[]): string[] {
  const maxDistance = Math.max(1, Math.floor(word.length / 3))
  return names
    .map((name) => ({ name, distance: isPartOf(word, name) ? 0 : editDistance(word, name) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name)
}

function isPartOf(word: string, name: string): boolean {
  return word.length >= 3 && (name.startsWith(word) || name.includes(`_${word}`))
}

/** Letters to insert, delete, replace or swap with their neighbour. */
function editDistance(word: string, name: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: name.length + 1 }, (_, index) => index)
  for (let row = 1; row <= word.length; row++) {
    const current = [row]
    for (let column = 1; column <= name.length; column++) {
      const replaced = at(previous, column - 1) + Number(word[row - 1] !== name[column - 1])
      const swapped = word[row - 1] === name[column - 2] && word[row - 2] === name[column - 1]
      const swap = swapped ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(at(previous, column) + 1, at(current, column - 1) + 1, replaced, swap))
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, name.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
