import { clipWritten } from './clip.ts'

/** Marks that would change the form of a text or turn it into a link. */
const MARKS = new Set('\\*_~`|<>[]()#-')

/** The text as Discord shows it letter by letter, in at most `most` characters. */
export function discordText(text: string, most: number): string {
  return clipWritten(text, most, (character) => (MARKS.has(character) ? `\\${character}` : character))
}
