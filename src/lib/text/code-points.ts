/** Whether a text has more code points than `max`. A code point takes at most two code units, so long texts are cheap. */
export function exceedsCodePoints(text: string, max: number): boolean {
  return text.length > 2 * max || [...text].length > max
}
