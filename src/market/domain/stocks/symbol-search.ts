/** From what people write to the symbols of a source: `$TSLA`, `^SPX`, `BRK-B`, `SPXW`, `nvidia`, `NVDDA`. */
import { nearest } from '../../../lib/math/nearest.ts'
import { underlyingOfIndexRoot } from '../calendar/option-expirations.ts'

export interface ListedSymbol {
  readonly symbol: string
  readonly name: string | null
}

export interface SymbolMatch {
  /** See `certainSymbol`. */
  readonly symbol: string | null
  /** The symbols that it may mean, likeliest first; the certain one alone if there is one. */
  readonly candidates: readonly string[]
}

const MAX_CANDIDATES = 10
/** Shorter words resemble too many symbols, or too many names. */
const FEWEST_LETTERS = 3
const FEWEST_LETTERS_OF_NAME = 4

/** Share classes of one company, and its former ticker: other securities, so that none certainly means another. */
const SAME_COMPANY: readonly (readonly string[])[] = [
  ['GOOG', 'GOOGL'],
  ['BRK.A', 'BRK.B'],
  ['FOX', 'FOXA'],
  ['NWS', 'NWSA'],
  ['UA', 'UAA'],
  ['FB', 'META'],
]

/** Brands by which companies are better known than by their name. */
const BRANDS: ReadonlyMap<string, string> = new Map([
  ['google', 'alphabet'],
  ['facebook', 'meta platforms'],
])

/** Words at the end of a name that people leave out. */
const LEGAL_FORM =
  /\s(?:inc|incorporated|corp|corporation|co|company|plc|ltd|group|holdings?|platforms|motor|technolog(?:y|ies)|class [a-c]|[a-c])$/

/** Without the mark of a ticker or an index, and with a dot before the share class: BRK.B of BRK-B and BRK/B. */
export function plainSpelling(text: string): string {
  return text
    .trim()
    .replace(/^[$^]/, '')
    .replace(/^([A-Za-z]{1,5})[-/ ]([A-Za-z])$/, '$1.$2')
}

/** Names and symbols are compared without regard to case. */
export function findSymbol(text: string, listed: readonly ListedSymbol[]): SymbolMatch {
  const symbol = certainSymbol(text, listed)
  return symbol === null ? { symbol, candidates: candidatesOf(text, listed) } : { symbol, candidates: [symbol] }
}

/** A sentence for the error about an unknown symbol, with a space before it; empty when nothing is similar. */
export function didYouMean(symbol: string, listed: readonly ListedSymbol[]): string {
  const candidates = findSymbol(symbol, listed).candidates.slice(0, 3)
  return candidates.length === 0 ? '' : ` Did you mean ${candidates.join(' or ')}?`
}

/**
 * The one listed symbol that a text certainly means: another spelling, the root of an index, or the whole name of exactly
 * one stock, its legal form aside. Null where there is none, or more than one. Every operation reads symbols by this.
 */
export function certainSymbol(text: string, listed: readonly ListedSymbol[]): string | null {
  const spelled = plainSpelling(text).toUpperCase()
  const underlying = underlyingOfIndexRoot(spelled)
  if (listed.some(({ symbol }) => symbol === underlying)) return underlying
  const undotted = listed.flatMap(({ symbol }) => (symbol.replace('.', '') === spelled ? symbol : []))
  const [first, ...more] = new Set([...undotted, ...symbolsNamed(text, listed)])
  return first !== undefined && more.length === 0 ? first : null
}

/** The symbols of exactly this company, its legal form aside. */
function symbolsNamed(text: string, listed: readonly ListedSymbol[]): string[] {
  const name = plainName(text)
  const wanted = plainName(BRANDS.get(name) ?? name)
  return listed.flatMap((each) => (each.name !== null && plainName(each.name) === wanted ? each.symbol : []))
}

function candidatesOf(text: string, listed: readonly ListedSymbol[]): string[] {
  const spelled = plainSpelling(text).toUpperCase()
  const name = plainName(text)
  if (spelled.length === 0) return []
  const ofCompany = SAME_COMPANY.find((classes) => classes.includes(spelled)) ?? []
  const company = listed.filter(({ symbol }) => ofCompany.includes(symbol))
  const begins = listed.filter(({ symbol }) => symbol.startsWith(spelled))
  const named = listed.filter((each) => name !== '' && endingsOf(each.name).some((ending) => ending.startsWith(name)))
  const similar = spelled.length < FEWEST_LETTERS ? [] : nearest(spelled, symbolsOf(listed))
  const found = [...symbolsOf([...company, ...begins, ...named]), ...similar, ...similarlyNamed(name, listed)]
  return [...new Set(found)].slice(0, MAX_CANDIDATES)
}

function symbolsOf(listed: readonly ListedSymbol[]): string[] {
  return listed.map(({ symbol }) => symbol)
}

/** The symbols with a misspelled name, or a misspelled word of it, the most similar first. */
function similarlyNamed(name: string, listed: readonly ListedSymbol[]): string[] {
  if (name.length < FEWEST_LETTERS_OF_NAME) return []
  const texts = listed.map((each) => ({ symbol: each.symbol, texts: [...endingsOf(each.name), ...wordsOf(each.name)] }))
  const similar = nearest(name, [...new Set(texts.flatMap((each) => each.texts))])
  return similar.flatMap((text) => texts.flatMap((each) => (each.texts.includes(text) ? each.symbol : [])))
}

/** The name and its brands from each of their words on, so that `hathaway` and `of america` find their companies. */
function endingsOf(name: string | null): string[] {
  return namesOf(name).flatMap((each) => each.split(' ').map((_word, index, words) => words.slice(index).join(' ')))
}

function wordsOf(name: string | null): string[] {
  return namesOf(name).flatMap((each) => each.split(' '))
}

function namesOf(name: string | null): string[] {
  if (name === null) return []
  const plain = plainName(name)
  const brands = [...BRANDS].flatMap(([brand, company]) => (plainName(company) === plain ? brand : []))
  return [plain, ...brands]
}

function plainName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9&]+/g, ' ')
    .trim()
  const shorter = plain.replace(LEGAL_FORM, '')
  return shorter === plain ? plain : plainName(shorter)
}
