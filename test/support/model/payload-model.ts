/**
 * The payload rules of the contract written a second time, in another way than the service has them: the two are
 * compared on random payloads. Gives the names of the bad fields, or the fingerprint's text.
 */
export type Judged = { readonly bad: readonly string[] } | { readonly text: string }

export function judge(payload: unknown): Judged {
  if (Object.prototype.toString.call(payload) !== '[object Object]') return { bad: ['body'] }
  const fields = new Map(Object.entries(payload as object))
  const bad = new Set<string>()
  for (const name of ['alert_name', 'strategy']) if (!isText(fields.get(name))) bad.add(name)
  if (!isAbsent(fields.get('model')) && !isText(fields.get('model'))) bad.add('model')
  if (JSON.stringify(fields.get('source')) !== '"trade_idea"') bad.add('source')
  if (!['"bullish"', '"bearish"', '"neutral"'].includes(JSON.stringify(fields.get('direction')))) bad.add('direction')
  for (const name of ['entry_price', 'target_price', 'stop_price']) {
    const price = fields.get(name)
    if (!isAbsent(price) && !(typeof price === 'number' && price - price === 0)) bad.add(name)
  }
  const symbol = symbolOf(fields.get('symbol'))
  if (symbol === undefined) bad.add('symbol')
  const time = timeOf(fields.get('triggered_at'))
  if (time === undefined) bad.add('triggered_at')
  if (!isAbsent(fields.get('matched_criteria')) && !(levelsOf(fields.get('matched_criteria'), true) <= 16)) {
    bad.add('matched_criteria')
  }
  if (bad.size > 0) return { bad: [...bad].sort() }
  const of = (name: string) => String(fields.get(name))
  return {
    text: `${of('alert_name')}|trade_idea|${symbol}|${of('direction')}|${of('strategy')}|${time}`,
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

function isText(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const characters = Array.from(value)
  if (characters.length < 1 || characters.length > 200) return false
  if (characters.every((character) => /\s/.test(character))) return false
  return characters.every((character) => {
    const code = character.codePointAt(0) ?? 0
    return code !== 0 && !(code >= 0xd800 && code <= 0xdfff)
  })
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function symbolOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const characters = Array.from(value.trim())
  if (characters.length < 1 || characters.length > 10) return undefined
  let symbol = ''
  for (const character of characters) {
    const code = character.charCodeAt(0)
    const upper = code >= 97 && code <= 122 ? String.fromCharCode(code - 32) : character
    const allowed = symbol === '' ? LETTERS : `${LETTERS}0123456789.`
    if (upper.length !== 1 || !allowed.includes(upper)) return undefined
    symbol += upper
  }
  return symbol
}

/** Reads from left to right, a character at a time. */
function timeOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || Array.from(value).length > 200) return undefined
  let rest = value
  const take = (pattern: string): string | undefined => {
    let taken = ''
    for (const wanted of pattern) {
      const character = rest.charAt(0)
      const fits = wanted === '9' ? character !== '' && '0123456789'.includes(character) : character === wanted
      if (!fits) return undefined
      taken += character
      rest = rest.slice(1)
    }
    return taken
  }
  const date = take('9999-99-99')
  if (date === undefined || !(rest.startsWith('T') || rest.startsWith(' '))) return undefined
  rest = rest.slice(1)
  const clock = take('99:99')
  if (clock === undefined) return undefined
  let seconds = '00'
  let fraction = ''
  if (rest.startsWith(':')) {
    const taken = take(':99')
    if (taken === undefined) return undefined
    seconds = taken.slice(1)
    if (rest.startsWith('.')) {
      rest = rest.slice(1)
      for (let digit = take('9'); digit !== undefined; digit = take('9')) fraction += digit
      if (fraction === '') return undefined
    }
  }
  const offset = offsetOf(rest)
  if (offset === undefined || !exists(date) || !isBelow(clock, '24:00') || clock.slice(3) > '59' || seconds > '59') {
    return undefined
  }
  const six = `${fraction}000000`.slice(0, 6)
  return `${date}T${clock}:${seconds}${six === '000000' ? '' : `.${six}`}${offset}`
}

function isBelow(text: string, bound: string): boolean {
  return text < bound
}

function exists(date: string): boolean {
  if (date.startsWith('0000')) return false
  // Years of four digits read as such in ISO form, and a date that does not exist comes back as another or not at all.
  const at = Date.parse(`${date}T00:00:00.000Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date)
}

function offsetOf(text: string): string | undefined {
  if (text === '') return ''
  if (text === 'Z') return '+00:00'
  const digits = text.slice(1).replace(/^(..):/, '$1')
  const isSigned = text.startsWith('+') || text.startsWith('-')
  if (!isSigned || digits.length !== 4 || Array.from(digits).some((it) => it < '0' || it > '9')) return undefined
  if (digits.slice(0, 2) > '23' || digits.slice(2) > '59') return undefined
  return digits === '0000' ? '+00:00' : `${text.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Levels of objects and lists; not a number for what must be an object and is none. */
function levelsOf(value: unknown, mustBeObject = false): number {
  if (typeof value !== 'object' || value === null) return mustBeObject ? Number.NaN : 0
  if (mustBeObject && Array.isArray(value)) return Number.NaN
  return 1 + Math.max(0, ...Object.values(value).map((entry) => levelsOf(entry)))
}
