/** Filters as people write them: `iv_rank >= 70`, `iv30 > 1.2 * rv30`, `gamma_regime = negative`. Read, never evaluated. */
import { nearestWord } from '../../../lib/text/nearest-word.ts'
import {
  isNumberField,
  isTextField,
  NUMBER_FIELD_NAMES,
  type NumberField,
  SCREEN_FIELDS,
  TEXT_FIELDS,
  type TextField,
} from './screen-fields.ts'

export const MAX_FILTERS = 20
export const OPERATORS = ['>=', '<=', '>', '<', '=', '!='] as const
export type Operator = (typeof OPERATORS)[number]

export type ScreenFilter =
  /** Against a number, or a multiple of another field. */
  | {
      readonly field: NumberField
      readonly operator: Operator
      readonly factor: number
      readonly other: NumberField | null
    }
  | { readonly text: TextField; readonly operator: '=' | '!='; readonly name: string }

const FILTER = /^([A-Za-z_0-9]+)\s*(>=|<=|!=|=|>|<)\s*(\S.*)$/
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
const MULTIPLE = /^([^*]+?)\s*\*\s*([A-Za-z_0-9]+)$/

/** Characters of an unknown name that an error repeats. */
const MAX_NAME = 40

/** A sentence that says what is wrong, for a text that is no filter. */
export function readFilter(text: string): ScreenFilter | string {
  const [, field = '', operator = '', value = ''] = FILTER.exec(text.trim()) ?? []
  if (field === '') return 'must be a field, one of >= <= > < = !=, and a value, such as iv_rank >= 70'
  if (isTextField(field)) return textFilter(field, operator, value.trim())
  if (!isNumberField(field)) return unknownField(field)
  const [, factor = value, other] = MULTIPLE.exec(value) ?? []
  if (other !== undefined && !isNumberField(other)) {
    return isTextField(other) ? `compares with ${other}, which is no number` : unknownField(other)
  }
  if (NUMBER.test(factor.trim())) {
    return { field, operator: operatorOf(operator), factor: Number(factor), other: other ?? null }
  }
  if (isNumberField(value)) return { field, operator: operatorOf(operator), factor: 1, other: value }
  return `must compare ${field} with a number, or with a number * field, such as ${field} > 1.2 * ${NUMBER_FIELD_NAMES[2]}`
}

export function unknownField(name: string): string {
  const nearest = nearestWord(name.slice(0, MAX_NAME), SCREEN_FIELDS)
  return nearest
    ? `names no field: the nearest to ${name.slice(0, MAX_NAME)} is ${nearest}`
    : `names no field: use one of ${SCREEN_FIELDS.join(', ')}`
}

function operatorOf(text: string): Operator {
  return OPERATORS.find((own) => own === text) ?? '='
}

function textFilter(text: TextField, operator: string, name: string): ScreenFilter | string {
  if (operator !== '=' && operator !== '!=') return `compares ${text}, which is a name: use = or !=`
  const { values } = TEXT_FIELDS[text]
  if (values !== null && !values.some((value) => value === name)) {
    return `gives ${text} no value that it has: use one of ${values.join(', ')}`
  }
  return { text, operator, name }
}
