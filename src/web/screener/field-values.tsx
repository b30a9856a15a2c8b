import type { ComponentChildren } from 'preact'
import {
  isNumberField,
  NUMBER_FIELDS,
  type ScreenField,
  type ScreenUnit,
  TEXT_FIELDS,
} from '../../analytics/domain/screener/screen-fields.ts'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { Signed } from '../ui/figure.tsx'

export type ScreenRow = AnswerOf<'screener'>['data'][number]

const WRITTEN: Readonly<Record<ScreenUnit, (value: number | null | undefined) => string>> = {
  usd: format.usd,
  percent: (value) => format.pct(value, 2),
  volatility: format.decimal,
  points: (value) => format.ratio(value, 2),
  count: format.count,
  ratio: format.ratio,
  rank: (value) => format.ratio(value, 0),
  days: format.whole,
}

/** Fields whose sign says something. */
const SIGNED: ReadonlySet<ScreenField> = new Set<ScreenField>([
  'change_pct',
  'iv_change_points',
  'iv_minus_rv30',
  'rr25',
  'term_slope_pct',
  'net_gex',
  'flip_distance_pct',
  'net_premium',
  'open_interest_change_pct',
])

export function fieldTitle(field: ScreenField): string {
  return isNumberField(field) ? NUMBER_FIELDS[field].title : TEXT_FIELDS[field].title
}

export function fieldText(field: ScreenField, value: number | string | null | undefined): string {
  if (!isNumberField(field)) return format.words(typeof value === 'string' ? value : null)
  if (field === 'price') return format.price(Number(value ?? Number.NaN))
  return WRITTEN[NUMBER_FIELDS[field].unit](typeof value === 'number' ? value : null)
}

export function fieldCell(field: ScreenField, row: ScreenRow): ComponentChildren {
  const value = row[field]
  const text = fieldText(field, value)
  return SIGNED.has(field) && typeof value === 'number' ? <Signed sign={value}>{text}</Signed> : text
}
