import { gsmWidth } from './segments.ts'

const ONE_SEGMENT = 160
const CUT = '...'

/** What vendors, phones and word processors put into texts, in the letters of the GSM alphabet. */
const LETTERS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': ',',
  '‛': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‹': "'",
  '›': "'",
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '…': '...',
  '•': '-',
  '·': '.',
  '→': '->',
  '←': '<-',
  '↑': 'up',
  '↓': 'down',
  '▲': 'up',
  '▼': 'down',
  '×': 'x',
  '÷': '/',
  '±': '+/-',
  '≥': '>=',
  '≤': '<=',
  '≈': '~',
  '≠': '!=',
  '½': '1/2',
  '¼': '1/4',
  '¾': '3/4',
  '°': ' deg',
  '™': '(TM)',
  '®': '(R)',
  '©': '(C)',
  '¢': 'c',
  ß: 'ß',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  '\t': ' ',
  α: 'a',
  β: 'b',
  γ: 'g',
  δ: 'd',
  θ: 't',
  ρ: 'r',
  σ: 's',
  τ: 't',
  υ: 'v',
  ω: 'w',
  π: 'p',
  µ: 'u',
}
const INVISIBLE = /[\p{Cf}\p{M}]/u

/** The text in the GSM alphabet: letters without their foreign marks, `?` for what has no likeness. */
export function transliterated(text: string): string {
  return Array.from(text.normalize('NFC'), inGsm).join('').replaceAll(/ {2,}/g, ' ').trim()
}

/** The text, transliterated and cut to one message of 160 places. */
export function inOneSegment(text: string, ending = ''): string {
  const whole = transliterated(text)
  const tail = ending === '' ? '' : ` ${transliterated(ending)}`
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
  const known = LETTERS[character]
  if (known !== undefined) return known
  if (/\p{Z}/u.test(character)) return ' '
  if (INVISIBLE.test(character)) return ''
  const [base = ''] = character.normalize('NFKD')
  return base !== character && gsmWidth(base) > 0 ? base : '?'
}

function widthOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + gsmWidth(character), 0)
}
