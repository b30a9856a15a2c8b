const ELLIPSIS = '…'
const encoder = new TextEncoder()

/** The text, or its beginning with an ellipsis, in at most `max` UTF-16 units; a character is never cut in two. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  return max < 1 ? '' : whole(text, max - 1) + ELLIPSIS
}

/** The same, measured after `write` has encoded each character; an encoded character (`&amp;`) is never cut either. */
export function clipWritten(text: string, max: number, write: (character: string) => string): string {
  let written = ''
  let shortened = ''
  for (const character of text) {
    const next = written + write(character)
    if (next.length > max) return shortened + ELLIPSIS
    if (next.length < max) shortened = next
    written = next
  }
  return written
}

/** The text, or its beginning with an ellipsis, in at most `max` bytes of UTF-8. */
export function clipBytes(text: string, max: number): string {
  if (text.length * 3 <= max || encoder.encode(text).length <= max) return text
  const room = new Uint8Array(Math.max(0, max - encoder.encode(ELLIPSIS).length))
  const { read } = encoder.encodeInto(text, room)
  return max < encoder.encode(ELLIPSIS).length ? '' : whole(text, read) + ELLIPSIS
}

/** The first `max` units, or one fewer if the last one is half of a pair. */
function whole(text: string, max: number): string {
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}
