import { significant } from '../../src/lib/math/significant.ts'

/** A measured number with a sentence on what was measured, as the methodology publishes it. */
export interface ValidationFigure {
  readonly name: string
  readonly value: number
  readonly meaning: string
}

/** To three digits. */
export function figure(name: string, value: number, meaning: string): ValidationFigure {
  return { name, value: significant(value, 3), meaning }
}
