import { type Chance, oddText, oddValue, pick } from './odd-values.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads the document as JSON
type Json = any

export interface FuzzRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly parameters: readonly Json[]
  readonly body: Json | undefined
}

export interface FuzzRequest {
  readonly method: FuzzRoute['method']
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Every route of an OpenAPI document, with references resolved one level deep as they are met. */
export function fuzzRoutes(document: Json): FuzzRoute[] {
  const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const body = operation.requestBody?.content?.['application/json']?.schema
      const upper = method.toUpperCase() as FuzzRoute['method']
      return [{ method: upper, path, parameters: operation.parameters ?? [], body: body && resolve(document, body) }]
    }),
  )
}

/** One request to a route: each value is one that the document allows, or one that nobody expects. */
export function fuzzRequest(document: Json, route: FuzzRoute, chance: Chance): FuzzRequest {
  const oddness = pick([0, 0.1, 0.5, 1], chance)
  const value = (schema: Json) =>
    chance.next() < oddness ? oddText(chance) : String(sample(document, schema, chance, 0) ?? '')
  let path = route.path
  const query: string[] = []
  for (const parameter of route.parameters.map((it) => resolve(document, it))) {
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encoded(value(parameter.schema)) || 'x')
    else if (parameter.in === 'query' && (parameter.required || chance.next() < 0.5))
      query.push(`${parameter.name}=${encoded(value(parameter.schema))}`)
  }
  if (chance.next() < 0.05)
    query.push(`${pick(['unknown', 'limit', 'cursor', 'date'], chance)}=${encoded(oddText(chance))}`)
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path
  if (route.method === 'GET' || route.method === 'DELETE') return { method: route.method, path: target, headers: {} }
  const payload = chance.next() < oddness / 2 ? oddValue(chance) : sample(document, route.body, chance, oddness)
  const headers = { 'content-type': 'application/json' }
  return { method: route.method, path: target, headers, body: JSON.stringify(payload) ?? '' }
}

/** `encodeURIComponent` refuses lone surrogates, which clients of other languages send all the same. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function resolve(document: Json, schema: Json): Json {
  if (typeof schema?.$ref !== 'string') return schema
  const target = schema.$ref
    .slice(2)
    .split('/')
    .reduce((at: Json, key: string) => at?.[key], document)
  return resolve(document, target)
}

/** A value that the schema allows, with parts of it replaced by odd ones. */
function sample(document: Json, given: Json, chance: Chance, oddness: number): unknown {
  if (chance.next() < oddness) return oddValue(chance)
  const schema = resolve(document, given)
  if (schema === undefined) return undefined
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum, chance)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return sample(document, pick(variants, chance), chance, oddness)
  const type = Array.isArray(schema.type) ? pick<string>(schema.type, chance) : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries<Json>(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || chance.next() < 0.5)
          .map(([name, each]) => [name, sample(document, each, chance, oddness)]),
      )
    case 'array':
      return Array.from({ length: Math.floor(chance.next() * 3) }, () =>
        sample(document, schema.items, chance, oddness),
      )
    case 'integer':
    case 'number':
      return numberIn(schema, chance)
    case 'boolean':
      return chance.next() < 0.5
    case 'null':
      return null
    default:
      return textOf(schema, chance)
  }
}

function numberIn({ type, minimum = 0, maximum = 1_000 }: Json, { next }: Chance): number {
  const value = minimum + next() * (Math.min(maximum, minimum + 1e6) - minimum)
  return type === 'integer' ? Math.round(value) : value
}

function textOf({ format, examples, example }: Json, chance: Chance): string {
  if (format === 'date') return pick(['2026-11-19', '2026-11-20', '2026-12-18', '1970-01-01', '2199-12-31'], chance)
  if (format === 'date-time') return pick(['2026-11-20T15:00:00Z', '1970-01-01T00:00:00Z'], chance)
  return example ?? (examples ? pick(examples, chance) : pick(['SPY', 'QQQ', 'news', 'a@example.com', '09:30'], chance))
}
