/**
 * Control, format (bidirectional, zero-width, tags), variation selectors, line separators and blank fillers: what a
 * reader does not see, and what a program may take for an instruction.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** The text without what nobody sees, and well-formed: half surrogate pairs become U+FFFD. */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(UNSEEN, '')
}

/** One line of at most `most` code points: whatever breaks or hides text becomes a space, runs of spaces become one. */
export function oneLine(text: string, most: number): string {
  // Code points are never more than code units, so that a huge text is cut before it is looked at.
  const line = text
    .slice(0, most * 8)
    .toWellFormed()
    .replace(UNSEEN, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= most) return line
  return Array.from(line).slice(0, most).join('')
}

/** The longest beginning of the text that takes at most so many bytes as UTF-8, never half a character. */
export function cutBytes(text: string, mostBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(mostBytes))
  return text.slice(0, read)
}
