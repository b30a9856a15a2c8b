/** One PostgreSQL statement for many sets of values, from the statement for one set that SQLite runs for each of them. */

/** The place of a set in its batch, from 1, or the values of its key. */
const PLACE = 'ord'
/** A placeholder, with its type where that is not text. */
const VALUE = /\?(?:::(\w+))?/g

export interface PostgresBatch {
  /** One parameter for each placeholder: the values of all sets, as an array. */
  readonly text: string
  /** The same without an answer. */
  readonly silentText: string
  /**
   * The values by which a set names its row. PostgreSQL lets one statement change a row once, so sets that name the same
   * row run in rounds, in their order. Undefined where that cannot matter.
   */
  readonly keyOf: ((values: readonly unknown[]) => string) | undefined
  /** Whether each row of the answer says in `ord` to which set it belongs; otherwise each set changes one row or fails. */
  readonly answers: boolean
}

/** Compiles a statement of the form that `batch-statement.ts` documents; throws for any other one. */
export function postgresBatch(statement: string): PostgresBatch {
  const types: string[] = []
  const numbered = statement.replaceAll(VALUE, (_, type: string | undefined) => `v.p${types.push(type ?? 'text')}`)
  const [verb] = /\w+/.exec(numbered) ?? []
  if (verb === 'select') return readBatch(numbered, types)
  if (verb === 'insert') return insertBatch(numbered, types)
  if (verb === 'update' || verb === 'delete') return changeBatch(numbered, verb, types)
  throw new Error(`a batch statement begins with select, insert, update or delete: ${statement}`)
}

function sets(types: readonly string[]): string {
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`)
  const columns = types.map((_, index) => `p${index + 1}`)
  return `unnest(${arrays.join(', ')}) with ordinality as v(${[...columns, PLACE].join(', ')})`
}

function readBatch(query: string, types: readonly string[]): PostgresBatch {
  // The order of rows is that of the inner query, whatever the plan of the outer one is.
  const rows = `(select it.*, row_number() over () as nth from (${query}) it) found`
  const text = `select found.*, v.${PLACE} from ${sets(types)} cross join lateral ${rows} order by v.${PLACE}, found.nth`
  return { text, silentText: text, keyOf: undefined, answers: true }
}

function changeBatch(statement: string, verb: 'update' | 'delete', types: readonly string[]): PostgresBatch {
  const at = statement.search(/\swhere\s/)
  if (at < 0) throw new Error(`a batch statement names its rows: ${statement}`)
  const [condition = '', columns] = statement.slice(at).split(/\sreturning\s/)
  const joined = `${statement.slice(0, at)} ${verb === 'update' ? 'from' : 'using'} ${sets(types)}${condition}`
  // Sets of which any such value differs cannot name the same row.
  const key = [...condition.matchAll(/\b\w+ = v\.p(\d+)/g)].map(([, number]) => Number(number) - 1)
  const answer = [`v.${PLACE}`, ...(columns === undefined ? [] : [columns])].join(', ')
  return { text: `${joined} returning ${answer}`, silentText: joined, keyOf: keyFrom(key), answers: true }
}

const INSERT = /^\s*insert into (\w+) \(([^)]+)\)\s+values \(([^)]+)\)\s*(?:on conflict \(([^)]+)\) do ([\s\S]*))?$/

function insertBatch(statement: string, types: readonly string[]): PostgresBatch {
  const [, table, columnList = '', valueList = '', target, action = ''] = INSERT.exec(statement) ?? []
  if (!table) throw new Error(`this is no insert of one row: ${statement}`)
  const [columns, values] = [columnList, valueList].map((list) => list.split(',').map((it) => it.trim())) as [
    string[],
    string[],
  ]
  const insert = `with v as (select * from ${sets(types)}) insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from v`
  if (target === undefined) return { text: insert, silentText: insert, keyOf: undefined, answers: false }
  const targets = target.split(',').map((it) => it.trim())
  const of = targets.map((column) => values[columns.indexOf(column)] ?? '')
  // The row of a set that is refused is seen as `excluded`; the set itself is found by its key.
  const own = `(select v.$1 from v where ${targets.map((column, index) => `${of[index]} = excluded.${column}`).join(' and ')})`
  const conflict = action.replaceAll(/\bv\.(p\d+)/g, own)
  const [change = '', returning] = conflict.split(/\sreturning\s/)
  const key = `json_build_array(${qualified(target, table)}) as ${PLACE}`
  const answer = returning === undefined ? key : `${key}, ${qualified(returning, table)}`
  // In the order of the keys, so that two batches wait for each other and cannot deadlock.
  const silentText = `${insert} order by ${of.join(', ')} on conflict (${target}) do ${change}`
  return {
    text: `${silentText} returning ${answer}`,
    silentText,
    keyOf: keyFrom(of.map((value) => Number(value.slice('v.p'.length)) - 1)),
    answers: true,
  }
}

function qualified(columns: string, table: string): string {
  const named = columns.split(',').map((column) => `${table}.${column.trim()}`)
  return named.join(', ')
}

/** Of the values in these places. */
function keyFrom(indexes: readonly number[]): (values: readonly unknown[]) => string {
  return (values) => JSON.stringify(indexes.map((index) => values[index]))
}

/** Values of one column as PostgreSQL reads an array: https://www.postgresql.org/docs/15/arrays.html#ARRAYS-IO */
export function arrayText(values: readonly unknown[]): string {
  let text = '{'
  for (const value of values) {
    if (text.length > 1) text += ','
    if (value === null || value === undefined) text += 'null'
    else if (typeof value === 'number') text += value
    else text += `"${escaped(String(value))}"`
  }
  return `${text}}`
}

function escaped(value: string): string {
  return /["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value
}
