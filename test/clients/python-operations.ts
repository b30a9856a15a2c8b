import type { JsonSchema } from '../../src/surfaces/input/input-fields.ts'
import type { OpenApiDocument, OpenApiOperation } from '../../src/surfaces/rest/openapi-document.ts'

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)
const WIDTH = 116

interface Argument {
  readonly name: string
  readonly place: 'path' | 'query' | 'body'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

/** A method of the Python client for each operation of the document. */
export function pythonOperations(document: OpenApiDocument): string {
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => methodOf(method.toUpperCase(), path, operation, document)),
  )
  return methods.join('\n\n')
}

function methodOf(method: string, path: string, operation: OpenApiOperation, document: OpenApiDocument): string {
  const all = argumentsOf(operation, document)
  const args = [...all.filter(({ required }) => required), ...all.filter(({ required }) => !required)]
  const positional = args.filter(({ place }) => place === 'path').map((it) => parameter(it, document))
  const named = args.filter(({ place }) => place !== 'path').map((it) => parameter(it, document))
  const signature = ['self', ...positional, ...(named.length > 0 ? ['*', ...named] : [])]
  const call = [
    JSON.stringify(method),
    path.includes('{') ? `f${JSON.stringify(path.replaceAll(/\{(\w+)\}/g, '{_in_path($1)}'))}` : JSON.stringify(path),
    ...given('query', args),
    ...given('body', args),
    ...secretOf(operation),
    ...(isFile(operation) ? ['raw=True'] : []),
  ]
  return [
    ...listed(`    def ${operation.operationId}(`, signature, `) -> ${isFile(operation) ? 'bytes' : 'Answer'}:`),
    ...docOf(operation, args),
    ...listed('        return self._call(', call, ')'),
  ].join('\n')
}

function argumentsOf({ parameters = [], requestBody }: OpenApiOperation, document: OpenApiDocument): Argument[] {
  const inUrl = parameters.map(({ name, in: place, required, description, schema }) => ({
    name,
    place: place === 'path' ? ('path' as const) : ('query' as const),
    required,
    description,
    schema,
  }))
  const body = resolved(requestBody?.content['application/json']?.schema ?? {}, document)
  const inBody = Object.entries(body.properties ?? {}).map(([name, schema]) => ({
    name,
    place: 'body' as const,
    required: body.required?.includes(name) === true,
    description: resolved(schema, document).description ?? '',
    schema,
  }))
  return [...inUrl, ...inBody]
}

function parameter({ name, required, schema }: Argument, document: OpenApiDocument): string {
  const type = pythonType(schema, document)
  return required ? `${safe(name)}: ${type}` : `${safe(name)}: ${type} | _Unset = UNSET`
}

/** Beyond JSON's simple types nothing is promised: the service names every field that is wrong. */
function pythonType(schema: JsonSchema, document: OpenApiDocument): string {
  const { type, enum: values, const: value, anyOf } = resolved(schema, document)
  if (anyOf) return joined(anyOf.map((it: JsonSchema) => pythonType(it, document)))
  if (Array.isArray(type)) return joined(type.map((name: string) => simpleType(name)))
  if (values?.every((it: unknown) => typeof it === 'string'))
    return `Literal[${values.map((it: unknown) => JSON.stringify(it)).join(', ')}]`
  if (typeof value === 'string') return `Literal[${JSON.stringify(value)}]`
  return simpleType(type)
}

function simpleType(type: unknown): string {
  const types: Readonly<Record<string, string>> = {
    string: 'str',
    integer: 'int',
    number: 'float',
    boolean: 'bool',
    null: 'None',
    array: 'Sequence[Any]',
    object: 'Mapping[str, Any]',
  }
  return types[String(type)] ?? 'Any'
}

function joined(types: readonly string[]): string {
  const unique = [...new Set(types)]
  return unique.includes('Any') ? 'Any' : unique.join(' | ')
}

function given(place: 'query' | 'body', args: readonly Argument[]): string[] {
  const entries = args.filter((it) => it.place === place).map(({ name }) => `"${name}": ${safe(name)}`)
  if (entries.length === 0) return []
  const line = `${place}={${entries.join(', ')}}`
  return [
    line.length + 14 <= WIDTH
      ? line
      : `${place}={\n                ${entries.join(',\n                ')},\n            }`,
  ]
}

function secretOf({ security = [] }: OpenApiOperation): string[] {
  if (security.some((schemes) => 'BotSecret' in schemes)) return ['credentials="receiver"']
  return security.length === 0 ? ['credentials=None'] : []
}

function isFile({ responses }: OpenApiOperation): boolean {
  const [, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const content = Object.keys(Object(answer?.['content']))
  return content.length > 0 && !content.includes('application/json')
}

function docOf({ summary, description }: OpenApiOperation, args: readonly Argument[]): string[] {
  const lines = [`${summary}.`, '', ...wrapped(description.split('\n\n')[0] ?? '', '')]
  for (const { name, description: text } of args) {
    if (text !== '') lines.push(...(name === args[0]?.name ? [''] : []), ...wrapped(`${safe(name)}: ${text}`, '    '))
  }
  const escaped = lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"))
  return [
    `        """${escaped[0]}`,
    ...escaped.slice(1).map((line) => (line === '' ? '' : `        ${line}`)),
    '        """',
  ]
}

function wrapped(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.replaceAll('\n', ' ').split(' ')) {
    if (line !== '' && line.length + word.length + 1 > WIDTH - 8) {
      lines.push(line)
      line = indent + word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** On one line where it fits, else one item on each. */
function listed(begin: string, items: readonly string[], end: string): string[] {
  const line = `${begin}${items.join(', ')}${end}`
  if (line.length <= WIDTH) return [line]
  const indent = ' '.repeat(begin.length - begin.trimStart().length)
  return [begin, ...items.map((item) => `${indent}    ${item},`), `${indent}${end}`]
}

function safe(name: string): string {
  return KEYWORDS.has(name) ? `${name}_` : name
}

function resolved(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  const { $ref, ...rest } = schema
  if (typeof $ref !== 'string') return schema
  const target = document.components.schemas[$ref.slice('#/components/schemas/'.length)] ?? {}
  return { ...resolved(target, document), ...rest }
}
