import type { Answer } from '../../catalogue/operation.ts'
import { textTable } from './text-table.ts'

/** An answer as text: plain values one per line, lists of objects as tables, unknown as a dash. */
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
  if (Array.isArray(value)) return [titled(heading, textTable(value.filter(isObject), cellText, columns))]
  return isObject(value) ? blocks(value, heading, columns) : []
}

function pairs(entries: readonly (readonly [string, unknown])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${cellText(value)}`).join('\n')
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
  return Array.isArray(value) ? value.length > 0 && value.every(isObject) : isObject(value)
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
