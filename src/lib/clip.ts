const ELLIPSIS = '…'
const encoder = new TextEncoder()

/** The text, or its beginning with an ellipsis, in at most `most` UTF-16 units; a character is never cut in two. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text
  return most < 1 ? '' : whole(text, most - 1) + ELLIPSIS
}

/** The same, measured after `write` gave each character its final form, which is never cut either (`&amp;`). */
export function clipWritten(text: string, most: number, write: (character: string) => string): string {
  let written = ''
  let shortened = ''
  for (const character of text) {
    const next = written + write(character)
    if (next.length > most) return shortened + ELLIPSIS
    if (next.length < most) shortened = next
    written = next
  }
  return written
}

/** The text, or its beginning with an ellipsis, in at most `most` bytes of UTF-8. */
export function clipBytes(text: string, most: number): string {
  if (text.length * 3 <= most || encoder.encode(text).length <= most) return text
  const room = new Uint8Array(Math.max(0, most - encoder.encode(ELLIPSIS).length))
  const { read } = encoder.encodeInto(text, room)
  return most < encoder.encode(ELLIPSIS).length ? '' : whole(text, read) + ELLIPSIS
}

/** The first `most` units, one fewer where the last of them is half of a pair. */
function whole(text: string, most: number): string {
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)
}
