import { gsmWidth } from './segments.ts'

const ONE_SEGMENT = 160
const CUT = '...'
/** A longer ending, a link from a long address, would leave no room for what happened. */
const MAX_ENDING = 110

/** What vendors, phones and word processors put into texts: each sign, then how the GSM alphabet writes it. */
const LIKENESSES = `‘' ’' ‚, ‛' “" ”" „" «" »" ‹' ›' –- —- ‐- ‑- −- …... •- ·. →-> ←<- ↑up ↓down ▲up ▼down ×x ÷/ ±+/-
  ≥>= ≤<= ≈~ ≠!= ½1/2 ¼1/4 ¾3/4 °deg ™(TM) ®(R) ©(C) ¢c œoe ŒOE łl ŁL đd ĐD ðd ÐD þth ÞTh ıi
  αa βb γg δd θt ρr σs τt υv ωw πp µu`
const LETTERS = new Map(LIKENESSES.split(/\s+/).map((pair) => [pair.slice(0, 1), pair.slice(1)]))
const INVISIBLE = /[\p{Cf}\p{M}]/u

/** The text in the GSM alphabet: letters without their foreign marks, `?` for what has no likeness. */
export function transliterated(text: string): string {
  return Array.from(text.normalize('NFC'), inGsm).join('').replaceAll(/ {2,}/g, ' ').trim()
}

/** The text, transliterated and cut to one message of 160 places. */
export function inOneSegment(text: string, ending = ''): string {
  const whole = transliterated(text)
  const end = transliterated(ending)
  const tail = end === '' || widthOf(end) > MAX_ENDING ? '' : ` ${end}`
  if (widthOf(whole + tail) <= ONE_SEGMENT) return whole + tail
  const room = ONE_SEGMENT - widthOf(tail) - CUT.length
  let cut = ''
  let used = 0
  for (const character of whole) {
    used += gsmWidth(character)
    if (used > room) break
    cut += character
  }
  return `${cut.trimEnd()}${CUT}${tail}`
}

function inGsm(character: string): string {
  if (gsmWidth(character) > 0) return character
  const known = LETTERS.get(character)
  if (known !== undefined) return known
  if (/[\p{Z}\t]/u.test(character)) return ' '
  if (INVISIBLE.test(character)) return ''
  const [base = ''] = character.normalize('NFKD')
  return base !== character && gsmWidth(base) > 0 ? base : '?'
}

function widthOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + gsmWidth(character), 0)
}
