import type { Answer } from '../../catalogue/operation.ts'
import { textTable } from './text-table.ts'

/**
 * An answer as text: plain values and sentences one per line, lists of objects and lists of lists as tables, unknown as
 * a dash.
 */
export function answerText(answer: Answer, columns?: number): string {
  return `${blocks(answer, '', columns).join('\n\n')}\n`
}

function blocks(object: Answer, heading: string, columns: number | undefined): string[] {
  const entries = Object.entries(object)
  const plain = entries.filter(([, value]) => !isNested(value))
  const nested = entries.filter(([, value]) => isNested(value))
  const own = plain.length > 0 ? [titled(heading, pairs(plain))] : []
  return [...own, ...nested.flatMap(([name, value]) => nestedBlocks(value, joined(heading, name), columns))]
}

function nestedBlocks(value: unknown, heading: string, columns: number | undefined): string[] {
  if (isMatrix(value)) return matrixBlocks(value, heading)
  if (Array.isArray(value)) return [titled(heading, textTable(value.filter(isObject), cellText, columns))]
  return isObject(value) ? blocks(value, heading, columns) : []
}

/** A line for each row; a list of matrices as one after the other, numbered from 0. */
function matrixBlocks(rows: Matrix, heading: string): string[] {
  if (rows.every(isMatrix)) return rows.flatMap((matrix, index) => matrixBlocks(matrix, joined(heading, `${index}`)))
  const cells = rows.map((row) => row.map(cellText))
  const width = Math.max(...cells.flat().map((cell) => cell.length))
  return [titled(heading, cells.map((row) => row.map((cell) => cell.padStart(width)).join('  ')).join('\n'))]
}

function pairs(entries: readonly (readonly [string, unknown])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length))
  const nextLine = `\n${' '.repeat(width + 2)}`
  return entries
    .map(([name, value]) => {
      const text = isSentences(value) ? value.map(cellText).join(nextLine) : cellText(value)
      return `${name.padEnd(width)}  ${text}`
    })
    .join('\n')
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return String(Number(value.toPrecision(8)))
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cellText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : printable(String(value))
}

/** News and names come from third parties; a terminal must not interpret control characters in them. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
}

function titled(heading: string, text: string): string {
  return heading === '' ? text : `${heading}\n${text}`
}

function joined(heading: string, name: string): string {
  return heading === '' ? name : `${heading}.${name}`
}

function isNested(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 && (value.every(isObject) || isMatrix(value)) : isObject(value)
}

type Matrix = readonly (readonly unknown[])[]

function isMatrix(value: unknown): value is Matrix {
  return Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row))
}

function isSentences(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.some((part) => typeof part === 'string' && part.includes(' '))
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
