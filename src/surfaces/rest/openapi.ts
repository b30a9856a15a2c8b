import { planTitle, REQUIRED_PLAN } from '../../domain/accounts/plan.ts'
import type { CallerKind } from '../../operations/context.ts'
import type { Operation, Route } from '../../operations/operation.ts'
import { type InputField, inputFields, type JsonSchema, pathNames } from '../input-fields.ts'
import { API_PREFIX } from './mount-operations.ts'
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiPaths } from './openapi-document.ts'
import { HEADERS, PROBLEM_SCHEMA, problemsOf, RATE_LIMIT_HEADERS, sharedResponses } from './openapi-responses.ts'
import { ComponentSchemas } from './openapi-schemas.ts'
import { SERVICE_PATHS } from './openapi-service.ts'
import { TAGS, tagOf } from './openapi-tags.ts'

export interface OpenApiParts {
  readonly operations: readonly Operation[]
  readonly publicUrl: string
  readonly version: string
  /** Name of the cookie of a sign-in session. */
  readonly sessionCookie: string
  /** Routes that are not operations: path → method → OpenAPI operation object. */
  readonly otherPaths?: OpenApiPaths
  /** Ways to authenticate that only those routes know. */
  readonly otherSecurity?: Readonly<Record<string, object>>
}

/** The OpenAPI 3.1 document of all operations and of the routes beside them: nothing of it is written by hand twice. */
export function openApiDocument(parts: OpenApiParts): OpenApiDocument {
  const { publicUrl, version, sessionCookie, otherPaths = {}, otherSecurity = {} } = parts
  const schemas = new ComponentSchemas()
  schemas.add('Problem', PROBLEM_SCHEMA)
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const operation of parts.operations) {
    if (!operation.route || !operation.surfaces.includes('rest')) continue
    const path = `${API_PREFIX}${operation.route.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const methods = paths[path] ?? {}
    methods[operation.route.method.toLowerCase()] = describe(operation, operation.route, schemas)
    paths[path] = methods
  }
  const all: OpenApiPaths = { ...paths, ...SERVICE_PATHS, ...otherPaths }
  const used = new Set(Object.values(all).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Optionwire',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: 'This service' }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths: all,
    components: {
      schemas: schemas.all,
      responses: sharedResponses(),
      headers: HEADERS,
      securitySchemes: { ...securitySchemes(sessionCookie), ...otherSecurity },
    },
  }
}

const INTRODUCTION = `Options-market analytics over HTTP. Times are ISO 8601 in UTC, dates are New York trading dates, money is in USD,
volatilities and rates are decimals (0.25 is 25 %), and a name that ends in \`_pct\` holds a percentage (25.0). What is
unknown is \`null\`, never 0 and never left out. Errors are problem details (RFC 9457) whose \`detail\` says what to do.`

function describe(operation: Operation, route: Route, schemas: ComponentSchemas): OpenApiOperation {
  const fields = inputFields(operation)
  const inPath = new Set(pathNames(route.path))
  const inBody = route.method !== 'GET'
  const parameters = fields.filter(({ name }) => inPath.has(name) || !inBody)
  const body = fields.filter(({ name }) => inBody && !inPath.has(name))
  // Asked for its named schemas, which the single fields refer to.
  const input = schemas.of(operation.input, 'input')
  return {
    operationId: operation.name,
    summary: operation.title,
    description: `${operation.description}\n\n${whoMayCall(operation)}`,
    tags: [tagOf(operation.capability)],
    security: security(operation.callers),
    parameters: [
      ...parameters.map((field) => parameter(field, input, inPath.has(field.name), operation)),
      ...(operation.csv && !route.answers ? [FORMAT_PARAMETER] : []),
    ],
    ...(body.length > 0 && { requestBody: requestBody(body, input, operation) }),
    responses: { ...success(operation, route, schemas), ...problemsOf(operation) },
  }
}

const FORMAT_PARAMETER: OpenApiParameter = {
  name: 'format',
  in: 'query',
  required: false,
  description: 'JSON, or CSV (RFC 4180) for a spreadsheet.',
  schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
}

function parameter(field: InputField, input: JsonSchema, isPath: boolean, operation: Operation): OpenApiParameter {
  const { description: _, ...schema } = input.properties?.[field.name] ?? field.schema
  const isList = field.resolved.type === 'array'
  return {
    name: field.name,
    in: isPath ? 'path' : 'query',
    required: isPath || field.required,
    description: field.description,
    schema,
    ...(isList && { style: 'form', explode: false }),
    ...(field.name in operation.example && { example: operation.example[field.name] }),
  }
}

function requestBody(fields: readonly InputField[], input: JsonSchema, { example }: Operation) {
  const names = new Set(fields.map(({ name }) => name))
  const properties = Object.entries(input.properties ?? {}).filter(([name]) => names.has(name))
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
  const shown = Object.fromEntries(Object.entries(example).filter(([name]) => names.has(name)))
  return { required: required.length > 0, content: { 'application/json': { schema, example: shown } } }
}

function success(operation: Operation, route: Route, schemas: ComponentSchemas): Record<string, JsonSchema> {
  const status = String(route.status ?? 200)
  const headers = {
    ...RATE_LIMIT_HEADERS,
    ...(operation.dataVersion && { ETag: { $ref: '#/components/headers/ETag' } }),
  }
  if (status === '204') return { 204: { description: 'Done.', headers } }
  const csv = { 'text/csv': { schema: { type: 'string' } } }
  if (route.answers) return { [status]: { description: operation.title, headers, content: csv } }
  const name = `${operation.name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Answer`
  const schema = schemas.add(name, schemas.of(operation.output, 'output'))
  const answered = {
    description: operation.title,
    headers,
    content: {
      'application/json': { schema },
      ...(operation.csv && csv),
    },
  }
  const unchanged = { description: 'What the caller holds by `If-None-Match` is still right.', headers }
  return { [status]: answered, ...(operation.dataVersion && { 304: unchanged }) }
}

function security(callers: readonly CallerKind[]): Record<string, string[]>[] {
  const ways: Record<string, string[]>[] = []
  if (callers.includes('api_key')) ways.push({ UserEmail: [], UserToken: [] }, { Bearer: [] })
  if (callers.includes('session')) ways.push({ Session: [] })
  if (callers.includes('anonymous')) ways.push({})
  return ways
}

function whoMayCall({ callers, capability }: Operation): string {
  const ways: string[] = []
  if (callers.includes('anonymous')) ways.push('without an account')
  if (callers.includes('api_key')) ways.push(`by API key on ${planTitle(REQUIRED_PLAN.rest_api)}`)
  if (callers.includes('session')) ways.push(`in the browser from ${planTitle(REQUIRED_PLAN[capability])} up`)
  return `Open ${ways.join(', and ')}.`
}

function securitySchemes(sessionCookie: string): Record<string, object> {
  return {
    UserEmail: { type: 'apiKey', in: 'header', name: 'X-USER-EMAIL', description: 'E-mail of the account.' },
    UserToken: { type: 'apiKey', in: 'header', name: 'X-USER-TOKEN', description: 'Token of an API key.' },
    Bearer: { type: 'http', scheme: 'bearer', description: 'Base64 of the e-mail, a colon and the token.' },
    Session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'A sign-in session of a browser.' },
  }
}
