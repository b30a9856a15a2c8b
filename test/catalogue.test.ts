import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operations } from '../src/app/operations.ts'
import type { Operation } from '../src/catalogue/operation.ts'
import { inputFields, type JsonSchema, jsonSchemaOf, pathNames } from '../src/surfaces/input/input-fields.ts'
import { openApiDocument } from '../src/surfaces/rest/openapi.ts'
import { sampleOperations } from './support/sample-operations.ts'

const FOLDER = join(import.meta.dirname, '../src')
const files = new Set(readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).map((path) => basename(path)))

/** The rules that the catalogue keeps, one finding for each breach: empty for a sound operation. */
function breaches(operation: Operation): string[] {
  const { name, title, description, route, example, surfaces } = operation
  const fields = inputFields(operation)
  const names = fields.map((field) => field.name)
  const found: string[] = []
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) found.push('name is not snake_case')
  if (title.length < 3 || title.length > 60) found.push('title is not 3 to 60 characters')
  if (description.length < 40 || description.length > 400) found.push('description is not 40 to 400 characters')
  if (!/[.!]$/.test(description)) found.push('description is not in sentences')
  for (const field of fields) {
    if (!/^[a-z][a-z0-9_]*$/.test(field.name)) found.push(`input ${field.name} is not snake_case`)
    if (field.description.length < 5) found.push(`input ${field.name} is not described`)
    if (isUnbounded(field.resolved)) found.push(`input ${field.name} is a whole number without bounds`)
  }
  for (const parameter of pathNames(route?.path ?? '')) {
    if (!names.includes(parameter)) found.push(`path parameter ${parameter} is not an input`)
  }
  if (route && !/^(\/(:?[a-z][a-z0-9_]*))+(\.csv)?$/.test(route.path)) found.push('path is not in snake_case segments')
  if (surfaces.includes('rest') !== (route !== undefined)) found.push('REST needs a route, and a route REST')
  const parsed = operation.strictInput.safeParse(example)
  if (!parsed.success) found.push(`example: ${parsed.error.message}`)
  found.push(...undescribed(jsonSchemaOf(operation.output, 'output')).map((path) => `output ${path} is not described`))
  return found
}

/** zod bounds every whole number by what a double can hold, which is no bound that a person chose. */
function isUnbounded({ type, maximum, minimum }: JsonSchema): boolean {
  return type === 'integer' && (maximum === Number.MAX_SAFE_INTEGER || minimum === Number.MIN_SAFE_INTEGER)
}

function undescribed(schema: JsonSchema): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([, property]) => !property.description && !property.$ref)
    .map(([name]) => name)
}

describe('the catalogue', () => {
  it('has each name and each route once', () => {
    const names = operations.map(({ name }) => name)
    const routes = operations.flatMap(({ route }) =>
      route ? [`${route.method} ${route.path.replaceAll(/:\w+/g, ':')}`] : [],
    )

    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
  })

  it('keeps each operation in a file of its name', () => {
    const missing = operations.map(({ name }) => `${name.replaceAll('_', '-')}.ts`).filter((file) => !files.has(file))

    expect(missing).toEqual([])
  })

  it('holds nothing that breaks its rules', () => {
    const found = operations.flatMap((operation) => breaches(operation).map((breach) => `${operation.name}: ${breach}`))

    expect(found).toEqual([])
  })

  it('has every route in the OpenAPI document, and the document no other operation', () => {
    const prefixes = { api: '/api/v1', receiver: '/webhooks/sender' }
    const parts = { publicUrl: 'http://x', version: '1', sessionCookie: 'session', prefixes }
    const withNone = new Set(idsOf(openApiDocument({ ...parts, operations: [] })))
    const documented = idsOf(openApiDocument({ ...parts, operations })).filter((id) => !withNone.has(id))

    expect(documented.sort()).toEqual(
      operations
        .filter(({ route }) => route)
        .map(({ name }) => name)
        .sort(),
    )
  })
})

describe('the rules of the catalogue', () => {
  const [sound, ...others] = sampleOperations() as [Operation, ...Operation[]]

  it('let sound operations pass', () => {
    expect([sound, ...others].flatMap(breaches)).toEqual([])
  })

  it.each<[Partial<Operation>, string]>([
    [{ name: 'gammaExposure' }, 'name is not snake_case'],
    [{ description: 'Too short.' }, 'description is not 40 to 400 characters'],
    [{ route: { method: 'GET', path: '/samples/:symbol/:other' } }, 'path parameter other is not an input'],
    [{ route: { method: 'GET', path: '/samplesOf/:symbol' } }, 'path is not in snake_case segments'],
    [{ surfaces: ['cli'] }, 'REST needs a route, and a route REST'],
    [{ example: { symbol: 'SPY', unknown: 1 } }, 'example: '],
  ])('find %j', (change, breach) => {
    const found = breaches({ ...sound, ...change })

    expect(found).toHaveLength(1)
    expect(found[0]).toContain(breach)
  })
})

function idsOf({ paths }: ReturnType<typeof openApiDocument>): string[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
}
