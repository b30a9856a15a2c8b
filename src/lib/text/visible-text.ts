/**
 * Control, format (bidirectional, zero-width, tags), variation selectors, line separators and blank fillers: invisible
 * to a reader, but a program may interpret them as instructions.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** The text without invisible characters, and well-formed: unpaired surrogates become U+FFFD. */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, '')
}

/**
 * One line of at most `max` code points: line breaks and invisible characters become spaces, and runs of spaces become
 * one.
 */
export function oneLine(text: string, max: number): string {
  // There are never more code points than code units, so a huge text is cut before it is processed.
  const line = text
    .slice(0, max * 8)
    .toWellFormed()
    .replace(INVISIBLE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= max) return line
  return Array.from(line).slice(0, max).join('')
}

/** The longest prefix of the text that takes at most `maxBytes` as UTF-8, never with half a character. */
export function cutBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  return text.slice(0, read)
}
