/** The form fields of the criteria of each source. The keys come from the service's schema, so none can be missing. */
import type {
  AlertSource,
  FlowCriteria,
  IdeaCriteria,
  LevelCriteria,
  ScreenCriteria,
} from '../../alerts/contract/criteria.ts'
import { LEVEL_DEFINITIONS, LEVEL_DIRECTIONS, LEVEL_KINDS } from '../../alerts/domain/level-kinds.ts'
import { TRADE_TYPES } from '../../flow/domain/flow-row.ts'
import { ALERT_TYPES } from '../../flow/domain/score/alert-rules.ts'
import { SIDE_LABELS, SIDES } from '../../flow/domain/tape/print-side.ts'
import { format } from '../format.ts'

export type Choice = readonly [value: string, title: string]

export type CriterionField = {
  readonly title: string
  readonly hint?: string
  /** What an empty field means; "Any" if absent. */
  readonly any?: string
} & (
  | { readonly kind: 'symbols' | 'texts' }
  | { readonly kind: 'number'; readonly unit: string; readonly max: number; readonly scale?: number }
  | { readonly kind: 'one' | 'many'; readonly choices: readonly Choice[] }
)

/** The values of the form: typed texts or chosen values. */
export type CriteriaValues = Readonly<Record<string, string | readonly string[]>>

const worded = (values: readonly string[]): readonly Choice[] => values.map((value) => [value, format.words(value)])

const FLOW: Readonly<Record<keyof FlowCriteria, CriterionField>> = {
  symbols: { title: 'Symbols', kind: 'symbols', hint: 'At most 10, separated by commas. Empty: all.' },
  option_type: { title: 'Calls or puts', kind: 'one', choices: worded(['call', 'put']) },
  premium_min: { title: 'Premium from', kind: 'number', unit: 'USD', max: 1e12 },
  premium_max: { title: 'Premium to', kind: 'number', unit: 'USD', max: 1e12 },
  unusual_score_min: { title: 'Unusual score from', kind: 'number', unit: '0 to 100', max: 100 },
  volume_oi_ratio_min: { title: 'Volume over open interest from', kind: 'number', unit: 'times', max: 1e9 },
  dte_min: { title: 'Days to expiration from', kind: 'number', unit: 'days', max: 3_650 },
  dte_max: { title: 'Days to expiration to', kind: 'number', unit: 'days', max: 3_650 },
  sides: { title: 'Side', kind: 'many', choices: SIDES.map((side) => [side, SIDE_LABELS[side]]) },
  trade_types: { title: 'Type of print', kind: 'many', choices: worded(TRADE_TYPES) },
  alert_types: { title: 'Pattern, one of', kind: 'many', choices: worded(ALERT_TYPES) },
}

const IDEA: Readonly<Record<keyof IdeaCriteria, CriterionField>> = {
  symbols: FLOW.symbols,
  direction: { title: 'Direction', kind: 'one', choices: worded(['bullish', 'bearish', 'neutral']) },
  min_confidence: { title: 'Confidence from', kind: 'number', unit: '%', max: 100, scale: 100 },
  strategies: {
    title: 'Strategies',
    kind: 'texts',
    hint: 'Labels such as Long Call, separated by commas. Empty: any.',
  },
}

const LEVEL: Readonly<Record<keyof LevelCriteria, CriterionField>> = {
  symbols: { title: 'Symbols', kind: 'symbols', hint: 'At most 10, separated by commas.' },
  level: {
    title: 'Level',
    kind: 'one',
    choices: LEVEL_KINDS.map((kind) => [kind, LEVEL_DEFINITIONS[kind].title]),
    any: 'Choose one',
  },
  value: {
    title: 'At',
    kind: 'number',
    unit: 'USD, rank or days',
    max: 1e9,
    hint: 'Only for price, IV rank and days to earnings. The market gives the other levels.',
    any: 'Given by the market',
  },
  direction: {
    title: 'Crossed to',
    kind: 'one',
    choices: worded(LEVEL_DIRECTIONS),
    hint: 'Support is always crossed to below, resistance to above.',
    any: 'Either side',
  },
  rearm_distance: {
    title: 'Rings again after',
    kind: 'number',
    unit: '% or points from the level',
    max: 100,
    hint: 'A price that moves to and fro at the level notifies once.',
    any: '0.25 % of a price, 2 points of IV rank',
  },
}

const SCREEN: Readonly<Record<keyof ScreenCriteria, CriterionField>> = {
  filters: {
    title: 'Filters',
    kind: 'texts',
    hint: 'Separated by commas; all must hold: iv_rank >= 70, iv30 > 1.2 * rv30.',
  },
  symbols: { title: 'Symbols', kind: 'symbols', hint: 'At most 50, separated by commas. Empty: all.' },
}

export const SOURCE_TITLES: Readonly<Record<AlertSource, string>> = {
  option_flow: 'Option flow',
  trade_idea: 'Trade ideas',
  market_level: 'Levels',
  screen: 'Screens',
}

const BY_SOURCE: Readonly<Record<AlertSource, Readonly<Record<string, CriterionField>>>> = {
  option_flow: FLOW,
  trade_idea: IDEA,
  market_level: LEVEL,
  screen: SCREEN,
}

export function fieldsOf(source: AlertSource): readonly (readonly [name: string, field: CriterionField])[] {
  return Object.entries(BY_SOURCE[source])
}

/** The criteria of a rule as form values. */
export function valuesOf(source: AlertSource, criteria: Readonly<Record<string, unknown>>): CriteriaValues {
  const values: Record<string, string | readonly string[]> = {}
  for (const [name, field] of fieldsOf(source)) {
    const value = criteria[name]
    if (value !== undefined && value !== null) values[name] = formValue(field, value)
  }
  return values
}

function formValue(field: CriterionField, value: unknown): string | readonly string[] {
  if (Array.isArray(value)) {
    const texts = value.map(String)
    return field.kind === 'many' ? texts : texts.join(', ')
  }
  if (typeof value !== 'number' || field.kind !== 'number') return String(value)
  return String(exact(value * (field.scale ?? 1)))
}

/** The criteria for the service; empty fields are omitted. */
export function criteriaOf(source: AlertSource, values: CriteriaValues): Record<string, unknown> {
  const criteria: Record<string, unknown> = {}
  for (const [name, field] of fieldsOf(source)) {
    const value = values[name] ?? ''
    const given = typeof value === 'string' ? value.trim() : value
    if (given.length > 0) criteria[name] = typeof given === 'string' ? criterionOf(field, given) : given
  }
  return criteria
}

/** An unreadable number is sent unchanged, so that the service names the field. */
function criterionOf(field: CriterionField, text: string): unknown {
  if (field.kind === 'symbols') return listOf(text).map((symbol) => symbol.toUpperCase())
  if (field.kind === 'texts') return listOf(text)
  if (field.kind !== 'number') return text
  const number = readNumber(text)
  return Number.isNaN(number) ? text : exact(number / (field.scale ?? 1))
}

const MULTIPLES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 }

/** Reads `1,250 000`, `500k`, `1.5M` and `$2B`; NaN where it is none of these. */
export function readNumber(text: string): number {
  const [, digits = text, multiple = ''] = /^\$?(.*?)([kmb])?$/i.exec(text.replaceAll(/[\s_,]/g, '')) ?? []
  return digits === '' ? Number.NaN : Number(digits) * (MULTIPLES[multiple.toLowerCase()] ?? 1)
}

/** Titles of the number fields with unreadable values. */
export function unreadable(source: AlertSource, criteria: Readonly<Record<string, unknown>>): string[] {
  return fieldsOf(source).flatMap(([name, { kind, title }]) =>
    kind === 'number' && typeof criteria[name] === 'string' ? [title] : [],
  )
}

/** 0.07 × 100 is 7, not 7.000000000000001. */
function exact(value: number): number {
  return Number(value.toPrecision(12))
}

/** The parts between commas, without duplicates. */
export function listOf(text: string): string[] {
  const parts = text.split(/[,;\n]/).map((part) => part.trim())
  return [...new Set(parts.filter((part) => part !== ''))]
}

/** The rule as one line, for lists. */
export function summaryOf(source: AlertSource, criteria: Readonly<Record<string, unknown>>): string {
  if (source === 'market_level') return levelSummary(criteria)
  const parts = fieldsOf(source).flatMap(([name, field]) => {
    const value = criteria[name]
    if (value === undefined || value === null) return []
    return [`${field.title.toLowerCase()} ${wordsOf(field, value)}`]
  })
  const what = source === 'option_flow' ? 'Every print' : source === 'screen' ? 'Every symbol' : 'Every trade idea'
  return parts.length === 0 ? what : parts.join(', ').replace(/^./, (first) => first.toUpperCase())
}

/** `SPY crosses the gamma flip, to above`. */
function levelSummary({ symbols, level, value, direction }: Readonly<Record<string, unknown>>): string {
  const kind = LEVEL_KINDS.find((it) => it === level)
  const names = Array.isArray(symbols) ? symbols.join(' or ') : ''
  if (!kind) return names
  const title = LEVEL_DEFINITIONS[kind].title
  if (kind === 'earnings_days') return `${names} reports earnings in ${value} days or less`
  const side = typeof direction === 'string' ? `, to ${direction}` : ''
  if (kind === 'net_gex') return `${names} net GEX changes its sign${side}`
  return `${names} crosses ${kind === 'price' ? '' : `${title} `}${value ?? ''}`.trimEnd() + side
}

function wordsOf(field: CriterionField, value: unknown): string {
  if (Array.isArray(value)) return value.map((it) => titleOf(field, String(it))).join(' or ')
  if (field.kind !== 'number' || typeof value !== 'number') return titleOf(field, String(value))
  if (field.unit === 'USD') return format.usd(value)
  return `${Number((value * (field.scale ?? 1)).toPrecision(6))}${field.unit === '%' ? ' %' : ''}`
}

function titleOf(field: CriterionField, value: string): string {
  if (field.kind !== 'one' && field.kind !== 'many') return value
  return field.choices.find(([it]) => it === value)?.[1] ?? value
}
