import type { OpenApiDocument, OpenApiOperation, OpenApiPaths } from '../../src/surfaces/rest/openapi-document.ts'
import { SERVICE_PATHS } from '../../src/surfaces/rest/openapi-service.ts'

/** What a program sends; browsers and apps that connect by OAuth have clients of their own. */
const PROGRAM_SCHEMES = ['UserEmail', 'UserToken', 'BotSecret']
const DEFAULT_PROBLEM = {
  description: 'The problem, as RFC 9457 has it.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

/**
 * The part of the OpenAPI document that a program can use: what an API key, the webhook secret or nobody may call, with
 * one description of all errors. Operations that answer JSON or CSV are left with JSON, so that their answers have one
 * type.
 */
export function clientDocument(document: OpenApiDocument): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const [path, methods] of Object.entries(document.paths)) {
    const kept = Object.entries(methods).filter(([, operation]) => isForPrograms(path, operation))
    if (kept.length > 0) paths[path] = Object.fromEntries(kept.map(([method, it]) => [method, forClient(it)]))
  }
  const webhooks = mapOperations(document.webhooks ?? {}, (it) => ({
    ...it,
    responses: { 200: { description: 'Taken.' } },
  }))
  const schemas = reachable([paths, webhooks, DEFAULT_PROBLEM], document.components.schemas)
  const securitySchemes = picked({ ...document.components['securitySchemes'] }, PROGRAM_SCHEMES)
  return { ...document, servers: [], paths, webhooks, components: { schemas, responses: {}, securitySchemes } }
}

function isForPrograms(path: string, { security = [] }: OpenApiOperation): boolean {
  // MCP has clients of its own.
  if (path === '/mcp') return false
  if (path in SERVICE_PATHS) return true
  return security.some((schemes) => PROGRAM_SCHEMES.some((name) => name in schemes))
}

function forClient(operation: OpenApiOperation): OpenApiOperation {
  const { parameters = [], responses, security = [] } = operation
  const hasJson = JSON.stringify(responses).includes('"application/json"')
  const kept = parameters
    .filter(({ name }) => !(hasJson && name === 'format'))
    .map(({ example: _, ...parameter }) => parameter)
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  if (status === undefined) throw new Error(`${operation.operationId} has no answer`)
  const content = answer?.['content'] as Record<string, object> | undefined
  const json = content?.['application/json']
  const types = json ? { 'application/json': json } : content
  return {
    ...operation,
    parameters: kept,
    security: security.filter((schemes) => Object.keys(schemes).every((name) => PROGRAM_SCHEMES.includes(name))),
    responses: {
      [status]: { description: operation.summary, ...(types && { content: types }) },
      default: DEFAULT_PROBLEM,
    },
  }
}

function mapOperations(paths: OpenApiPaths, change: (operation: OpenApiOperation) => OpenApiOperation): OpenApiPaths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
    ]),
  )
}

/** The schemas that the roots refer to, directly or by others. */
function reachable<Schema>(roots: unknown, schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const found = new Set<string>()
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      visit(schemas[name])
    }
  }
  visit(roots)
  return picked(schemas, [...found].sort())
}

function picked<Value>(values: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}
