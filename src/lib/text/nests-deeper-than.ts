const QUOTE = 34
const BACKSLASH = 92
const OPENING = new Set([91, 123])
const CLOSING = new Set([93, 125])

/**
 * Whether JSON text nests deeper than `maxDepth` levels, checked before it is parsed: the parser accepts ten thousand
 * levels, and code that walks the result would overflow its stack. A flat object is one level.
 */
export function nestsDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = endOfString(text, index + 1)
    else if (OPENING.has(code)) depth++
    else if (CLOSING.has(code)) depth--
    if (depth > maxDepth) return true
  }
  return false
}

/** Index of the closing quote, or the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  let index = start
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) return index
    index += code === BACKSLASH ? 2 : 1
  }
  return index
}
