import { readFileSync } from 'node:fs'
import { sharedPath } from './shared-data.ts'

/** A file of reference numbers with known answers, parsed; its shape is the reader's to state. */
export function readVectors<Shape>(file: string): Shape {
  return JSON.parse(readFileSync(sharedPath('vectors', file), 'utf8')) as Shape
}

/** One line for every case that misses its tolerance: inputs, expected, received, error and tolerance. */
export function miss(
  inputs: object,
  what: string,
  expected: number,
  received: number,
  tolerance: number,
): string | null {
  const error = Math.abs(received - expected)
  if (error <= tolerance) return null
  return `${what}: expected ${expected}, received ${received}, error ${error}, tolerance ${tolerance}, inputs ${JSON.stringify(inputs)}`
}

export function misses(lines: readonly (string | null)[]): string[] {
  return lines.filter((line) => line !== null)
}
