import { planTitle, REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import type { CallerKind } from '../../catalogue/context.ts'
import type { Operation, Route, RouteBase } from '../../catalogue/operation.ts'
import { type InputField, inputFields, type JsonSchema, pathNames } from '../input/input-fields.ts'
import { API_PREFIX, baseOf } from './mount-operations.ts'
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiPaths } from './openapi-document.ts'
import { HEADERS, PROBLEM_SCHEMA, problemsOf, RATE_LIMIT_HEADERS, sharedResponses } from './openapi-responses.ts'
import { ComponentSchemas } from './openapi-schemas.ts'
import { SERVICE_PATHS } from './openapi-service.ts'
import { TAGS, tagOf } from './openapi-tags.ts'

export interface OpenApiParts {
  readonly operations: readonly Operation[]
  /** Where each base is; operations of a base that is not named are left out. */
  readonly prefixes?: Readonly<Partial<Record<RouteBase, string>>>
  readonly publicUrl: string
  readonly version: string
  /** Name of the cookie of a sign-in session. */
  readonly sessionCookie: string
  /** Routes that are not operations: path → method → OpenAPI operation. */
  readonly otherPaths?: OpenApiPaths
  /** Requests that the service sends, with their schemas among the others. */
  readonly webhooks?: (schemas: ComponentSchemas) => OpenApiPaths
  /** Security schemes of these routes. */
  readonly otherSecurity?: Readonly<Record<string, object>>
}

/** The OpenAPI 3.1 document of all operations and of the other routes, generated from their definitions. */
export function openApiDocument(parts: OpenApiParts): OpenApiDocument {
  const { publicUrl, version, sessionCookie, otherPaths = {}, otherSecurity = {} } = parts
  const { prefixes = { api: API_PREFIX } } = parts
  const schemas = new ComponentSchemas()
  schemas.add('Problem', PROBLEM_SCHEMA)
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const operation of parts.operations) {
    if (!operation.route || !operation.surfaces.includes('rest')) continue
    const prefix = prefixes[baseOf(operation.route)]
    if (prefix === undefined) continue
    const path = `${prefix}${operation.route.path.replaceAll(/:(\w+)/g, '{$1}')}`
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
    webhooks: parts.webhooks?.(schemas) ?? {},
    components: {
      schemas: schemas.all,
      responses: sharedResponses(),
      headers: HEADERS,
      securitySchemes: { ...securitySchemes(sessionCookie), ...otherSecurity },
    },
  }
}

const INTRODUCTION = `Options-market analytics over HTTP. Times are ISO 8601 in UTC, dates are New York trading dates, money is in USD,
volatilities and rates are decimals (0.25 is 25 %), and a name that ends in \`_pct\` is a percentage (25.0). Unknown
values are \`null\`, never 0 and never absent. Errors are problem details (RFC 9457) whose \`detail\` says what to do.`

function describe(operation: Operation, route: Route, schemas: ComponentSchemas): OpenApiOperation {
  const fields = inputFields(operation)
  const inPath = new Set(pathNames(route.path))
  const inBody = route.method !== 'GET'
  const parameters = fields.filter(({ name }) => inPath.has(name) || !inBody)
  const body = fields.filter(({ name }) => inBody && !inPath.has(name))
  // Called for its named schemas, which the fields refer to.
  const input = schemas.of(operation.input, 'input')
  return {
    operationId: operation.name,
    summary: operation.title,
    description: `${operation.description}\n\n${whoMayCall(operation)}`,
    tags: [tagOf(operation)],
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
  const bodyExample = Object.fromEntries(Object.entries(example).filter(([name]) => names.has(name)))
  return { required: required.length > 0, content: { 'application/json': { schema, example: bodyExample } } }
}

function success(operation: Operation, route: Route, schemas: ComponentSchemas): Record<string, JsonSchema> {
  const status = String(route.status ?? 200)
  const version = operation.dataVersion && { ETag: { $ref: '#/components/headers/ETag' } }
  // The receiver's requests are not counted.
  const headers = baseOf(route) === 'api' ? { headers: { ...RATE_LIMIT_HEADERS, ...version } } : {}
  if (status === '204') return { 204: { description: 'Done.', ...headers } }
  const csv = { 'text/csv': { schema: { type: 'string' } } }
  if (route.files) return { [status]: { description: operation.title, ...headers, content: fileContent(route.files) } }
  if (route.answers) return { [status]: { description: operation.title, ...headers, content: csv } }
  const name = `${operation.name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Answer`
  const schema = schemas.add(name, schemas.of(operation.output, 'output'))
  const answered = {
    description: operation.title,
    ...headers,
    content: {
      'application/json': { schema },
      ...(operation.csv && csv),
    },
  }
  const unchanged = { description: 'The version in `If-None-Match` is still current.', ...headers }
  return { [status]: answered, ...(operation.dataVersion && { 304: unchanged }) }
}

function fileContent(files: readonly string[]): Record<string, JsonSchema> {
  const type = (media: string) => media.split(';')[0] ?? media
  return Object.fromEntries(files.map((media) => [type(media), { schema: { type: 'string', format: 'binary' } }]))
}

function security(callers: readonly CallerKind[]): Record<string, string[]>[] {
  const kinds: Record<string, string[]>[] = []
  if (callers.includes('api_key')) kinds.push({ UserEmail: [], UserToken: [] }, { Bearer: [] })
  if (callers.includes('session')) kinds.push({ Session: [] })
  if (callers.includes('webhook_sender')) kinds.push({ BotSecret: [] })
  if (callers.includes('anonymous')) kinds.push({})
  return kinds
}

function whoMayCall({ callers, capability }: Operation): string {
  const kinds: string[] = []
  if (callers.includes('anonymous')) kinds.push('without an account')
  if (callers.includes('api_key')) kinds.push(`by API key on ${planTitle(REQUIRED_PLAN.rest_api)}`)
  if (callers.includes('session')) kinds.push(`in the browser from ${planTitle(REQUIRED_PLAN[capability])} up`)
  if (callers.includes('webhook_sender')) kinds.push('with the webhook secret in the header X-BOT-SECRET')
  return `Open ${kinds.join(', and ')}.`
}

function securitySchemes(sessionCookie: string): Record<string, object> {
  return {
    UserEmail: { type: 'apiKey', in: 'header', name: 'X-USER-EMAIL', description: 'E-mail address of the account.' },
    UserToken: { type: 'apiKey', in: 'header', name: 'X-USER-TOKEN', description: 'Token of an API key.' },
    Bearer: { type: 'http', scheme: 'bearer', description: 'Base64 of the e-mail address, a colon and the token.' },
    Session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'A sign-in session of a browser.' },
  }
}
