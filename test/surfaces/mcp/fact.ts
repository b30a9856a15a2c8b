import { shortNumbers } from '../../../src/surfaces/mcp/answers/short-numbers.ts'

export type Row = Readonly<Record<string, unknown>>

/** Whether some object or row of an answer has all members of a fact, in the digits of short answers. */
export function hasFact(answer: unknown, fact: Row): boolean {
  return objectsIn(answer).some((object) =>
    Object.entries(fact).every(([name, value]) => JSON.stringify(shortNumbers(object[name])) === short(value)),
  )
}

/** Six digits come before the few of short answers. */
function short(value: unknown): string {
  return JSON.stringify(shortNumbers(typeof value === 'number' ? Number(value.toPrecision(12)) : value))
}

/** Every object in an answer; rows of columns as objects, with the constants of all rows. */
function objectsIn(value: unknown): Row[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  const object: Row = { ...value }
  return [object, ...tableRows(object), ...Object.values(object).flatMap(objectsIn)]
}

function tableRows({ constants, columns, rows }: Row): Row[] {
  if (!Array.isArray(columns) || !Array.isArray(rows)) return []
  const same = typeof constants === 'object' ? constants : {}
  return rows.map((row) => ({ ...same, ...Object.fromEntries(columns.map((name, at) => [name, row[at]])) }))
}
