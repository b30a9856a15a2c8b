import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../catalogue/operation.ts'
import { type FieldIssue, invalid } from '../../lib/errors.ts'
import { type InputField, inputFields, pathNames } from '../input/input-fields.ts'
import { type StringReader, stringReader } from '../input/read-strings.ts'

export type AnswerFormat = 'json' | 'csv'

interface Collected {
  readonly raw: Readonly<Record<string, unknown>>
  /** Invalid fields that only the surface can detect. */
  readonly found: readonly FieldIssue[]
  readonly format: AnswerFormat
}

export type InputCollector = (request: FastifyRequest) => Collected

/**
 * Collects path, query and body into one input object. A name belongs to one of them: the path if the route has it,
 * otherwise the query of a GET or the body of other methods. The mapping is computed once per operation.
 */
export function inputCollector(operation: Operation, method: string, path: string): InputCollector {
  const fields = inputFields(operation)
  const inPath = new Set(pathNames(path))
  assertNames(operation, fields, inPath)
  const readers = new Map(fields.map(({ name, resolved }) => [name, stringReader(resolved)]))
  const { defaultFormat, takesFormat } = formatsOf(operation)
  const takesBody = method !== 'GET'
  return (request) => {
    // Without a prototype, so that `__proto__` is an ordinary name.
    const raw: Record<string, unknown> = Object.create(null)
    const found: FieldIssue[] = []
    let format = defaultFormat
    if (takesBody) {
      copyBody(request.body, raw)
      for (const name of namesOf(request.query)) found.push({ path: name, message: NOT_IN_QUERY })
    } else {
      readAll(request.query, readers, raw)
      if (takesFormat) format = takeFormat(raw, found)
    }
    for (const name of inPath) if (name in raw) found.push({ path: name, message: 'belongs in the path' })
    readAll(request.params, readers, raw)
    return { raw, found, format }
  }
}

/** Whether the caller chooses between JSON and CSV; a route that is named after its format has no choice. */
function formatsOf({ csv, route }: Operation): { defaultFormat: AnswerFormat; takesFormat: boolean } {
  const fixed = route?.answers
  return { defaultFormat: fixed ?? 'json', takesFormat: csv !== undefined && fixed === undefined }
}

const NOT_IN_QUERY = 'belongs in the body, not in the query'

function assertNames({ name, csv }: Operation, fields: readonly InputField[], inPath: ReadonlySet<string>): void {
  const names = new Set(fields.map((field) => field.name))
  for (const parameter of inPath) {
    if (!names.has(parameter)) throw new Error(`${name}: the path has ${parameter}, but the input does not`)
  }
  if (csv && names.has('format')) throw new Error(`${name}: format chooses between JSON and CSV and cannot be an input`)
}

function copyBody(body: unknown, raw: Record<string, unknown>): void {
  if (body === undefined || body === null) return
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw invalid([{ path: '', message: 'must be a JSON object' }], 'Send a JSON object as the body.')
  }
  for (const [name, value] of Object.entries(body)) raw[name] = value
}

function takeFormat(raw: Record<string, unknown>, found: FieldIssue[]): AnswerFormat {
  const format = raw['format'] ?? 'json'
  delete raw['format']
  if (format === 'json' || format === 'csv') return format
  found.push({ path: 'format', message: 'must be one of json, csv' })
  return 'json'
}

/** Fastify's query and path parameters: strings, or lists of strings for repeated names. */
function readAll(values: unknown, readers: ReadonlyMap<string, StringReader>, raw: Record<string, unknown>): void {
  if (typeof values !== 'object' || values === null) return
  for (const [name, value] of Object.entries(values)) {
    const read = readers.get(name)
    raw[name] = read && (typeof value === 'string' || Array.isArray(value)) ? read(value) : value
  }
}

function namesOf(query: unknown): string[] {
  return typeof query === 'object' && query !== null ? Object.keys(query) : []
}
