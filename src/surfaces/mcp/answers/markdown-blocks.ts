/** The parts of which the Markdown of an answer consists: lines of figures, tables and sentences. */
import type { Answer, Operation } from '../../../catalogue/operation.ts'
import { positionOf, rowOrder } from './row-order.ts'
import { shortNumbers } from './short-numbers.ts'

/** Of the service and its paging, not of the market. */
const LEFT_OUT: ReadonlySet<string> = new Set(['source', 'next_cursor'])
/** How a short form writes a table. */
const TABLE: ReadonlySet<string> = new Set(['constants', 'columns', 'rows'])
/** Characters of a list of texts from which each text is a sentence of its own. */
const SENTENCES = 60
/** Figures that say something only together, as the two ends of a range. */
const PAIR = 2

/** What an operation declares of its answer: its main list, which of its rows matter most, and which figures. */
export type Declared = Pick<Operation, 'concise' | 'keyFigures'>

/** Texts in the order of the answer, of which a shorter rendering shows some. */
export interface Block {
  readonly kind: 'figures' | 'rows'
  /** 0 for the answer itself, 1 for its members, 2 for theirs. */
  readonly depth: number
  /** Whether it is the main list of the tool. */
  readonly isMain: boolean
  /** What stands before the items. */
  readonly head: string
  readonly items: readonly string[]
  readonly separator: string
  /** Indices of the items, the one that matters most first. */
  readonly order: readonly number[]
  /** Number of items that matter more than the items of other blocks. */
  readonly key: number
}

export interface Rendering {
  readonly declared: Declared
  readonly maxCell: number
  /** Whether tables have only the columns declared as key figures. */
  readonly keyColumns: boolean
  /** Called when a cell is cut or a column left out. */
  readonly onCut: () => void
}

/** Figures of the answer first, then its warnings, its main list and the rest in order. */
export function blocksOf({ warnings, ...data }: Answer, rendering: Rendering): readonly Block[] {
  const [head, rest] = [figuresOf('', data, rendering), innerOf('', data, data, rendering)]
  return [
    ...head,
    ...warningsOf(warnings),
    ...rest.filter(({ isMain }) => isMain),
    ...rest.filter(({ isMain }) => !isMain),
  ]
}

/** The single values of an object on one line. */
function figuresOf(path: string, members: Answer, rendering: Rendering): Block[] {
  const figures = shownMembers(members).filter(([, value]) => !isInner(value))
  if (figures.length === 0) return []
  const head = path === '' ? '' : `${path}: `
  const texts = figures.map(([name, value]) => `${name} ${cell(value, rendering)}`)
  const keyNames = rendering.declared.keyFigures?.[path]
  const isKey = (index: number) => keyNames?.includes(figures[index]?.[0] ?? '') ?? true
  const items = texts.length > PAIR ? texts : [texts.join(', ')]
  const [key, other] = [inOrder(items).filter(isKey), inOrder(items).filter((index) => !isKey(index))]
  return [
    {
      kind: 'figures',
      depth: depthOf(path),
      isMain: false,
      head,
      items,
      separator: ', ',
      order: [...key, ...other],
      key: key.length,
    },
  ]
}

/** What a warning says first; the rest is its advice. */
function warningsOf(warnings: unknown): Block[] {
  if (!isTexts(warnings) || warnings.length === 0) return []
  const items = warnings.map((text) => `- ${oneLine(text.split(/(?<=\.) (?=[A-Z])/)[0] ?? text)}`)
  return [
    {
      kind: 'figures',
      depth: 0,
      isMain: false,
      head: '',
      items,
      separator: '\n',
      order: inOrder(items),
      key: Infinity,
    },
  ]
}

function innerOf(path: string, members: Answer, answer: Answer, rendering: Rendering): Block[] {
  return [
    ...tableOf(path, members, answer, rendering),
    ...shownMembers(members).flatMap(([name, value]) => {
      const title = path === '' ? name : `${path}.${name}`
      if (isSentences(value)) return [sentencesOf(title, value)]
      if (isRecords(value) && value.length > 1) return recordsOf(title, value, answer, rendering)
      const [inner] = isRecords(value) ? value : [value]
      if (!isRecord(inner)) return []
      return [...figuresOf(title, inner, rendering), ...innerOf(title, inner, answer, rendering)]
    }),
  ]
}

function sentencesOf(title: string, texts: readonly string[]): Block {
  const items = texts.map(oneLine)
  const [depth, order] = [depthOf(title), inOrder(items)]
  return { kind: 'rows', depth, isMain: false, head: `${title}: `, items, separator: ' ', order, key: 1 }
}

/** The table that a short form writes as `columns` and `rows`. */
function tableOf(title: string, members: Answer, answer: Answer, rendering: Rendering): Block[] {
  if (!hasTable(members)) return []
  const { columns, rows, constants } = members
  const same = isRecord(constants)
    ? shownMembers(constants).map(([name, value]) => `${name} ${cell(value, rendering)}`)
    : []
  const head = [title, same.length > 0 ? `every row ${same.join(', ')}` : ''].filter((it) => it !== '').join(', ')
  return rowsOf({ title, head, columns, rows }, answer, rendering)
}

function recordsOf(title: string, records: readonly Answer[], answer: Answer, rendering: Rendering): Block[] {
  const columns = [...new Set(records.flatMap(Object.keys))]
  const rows = records.map((record) => columns.map((name) => record[name]))
  return rowsOf({ title, head: title, columns, rows }, answer, rendering)
}

interface Table {
  readonly title: string
  readonly head: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** A table without the columns that are empty in every row. */
function rowsOf({ title, head, columns, rows }: Table, answer: Answer, rendering: Rendering): Block[] {
  const { concise } = rendering.declared
  const shown = shownColumns({ title, head, columns, rows }, rendering)
  if (shown.length === 0) return []
  const line = (row: readonly string[]) => `|${row.join('|')}|`
  const isMain = title === '' || title === concise?.table?.list
  const { keep } = (isMain ? concise?.table : concise?.lists?.[title]) ?? {}
  const position = columns.indexOf(positionOf(columns) ?? '')
  return [
    {
      kind: 'rows',
      depth: Math.max(1, depthOf(title)),
      isMain,
      head: `${head === '' ? '' : `${head}:\n`}${line(shown.map((index) => columns[index] ?? ''))}\n${line(shown.map(() => '-'))}\n`,
      items: rows.map((row) => line(shown.map((index) => cell(row[index], rendering)))),
      separator: '\n',
      order: rowOrder(
        rows.map((row) => row[position]),
        keep,
        answer,
      ),
      key: 1,
    },
  ]
}

/** Indices of the columns that are not empty in every row. */
function shownColumns({ title, columns, rows }: Table, { declared, keyColumns, onCut }: Rendering): readonly number[] {
  const filled = inOrder(columns).filter((index) => rows.some((row) => textOf(row[index]) !== ''))
  const list = title === '' ? declared.concise?.table?.list : title
  const names = keyColumns ? declared.keyFigures?.[list ?? ''] : undefined
  if (!names) return filled
  const key = filled.filter((index) => names.includes(columns[index] ?? ''))
  if (key.length < filled.length) onCut()
  return key
}

function shownMembers(members: Answer): readonly (readonly [string, unknown])[] {
  const isTable = hasTable(members)
  return Object.entries(members).filter(
    ([name, value]) =>
      !LEFT_OUT.has(name) && !(isTable && TABLE.has(name)) && (isRecord(value) || textOf(value) !== ''),
  )
}

function depthOf(path: string): number {
  return path === '' ? 0 : path.split('.').length
}

function inOrder(items: readonly unknown[]): readonly number[] {
  return items.map((_item, index) => index)
}

function isInner(value: unknown): boolean {
  return isSentences(value) || isRecords(value) || isRecord(value)
}

function isRecord(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRecords(value: unknown): value is readonly Answer[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

function isSentences(value: unknown): value is readonly string[] {
  return isTexts(value) && value.some((text) => text.includes(' ')) && value.join('').length > SENTENCES
}

function hasTable(members: Answer): members is Answer & Pick<Table, 'columns' | 'rows'> {
  const { columns, rows } = members
  return isTexts(columns) && Array.isArray(rows) && rows.every(Array.isArray)
}

function cell(value: unknown, { maxCell, onCut }: Rendering): string {
  const text = oneLine(textOf(value))
  if (text.length <= maxCell) return text
  onCut()
  return `${text.slice(0, maxCell - 1)}…`
}

/** Words and numbers of a list stand side by side, the members of an object as figures do. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    const texts = value.map(textOf)
    return texts.join(texts.some((text) => text.includes(' ')) ? '; ' : ' ')
  }
  if (!isRecord(value)) return String(shortNumbers(value))
  return shownMembers(value)
    .map(([name, member]) => `${name} ${textOf(member)}`)
    .join(', ')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
}
