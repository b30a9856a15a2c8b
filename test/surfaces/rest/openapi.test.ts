import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/app/operations.ts'
import type { Operation } from '../../../src/catalogue/operation.ts'
import type { OpenApiDocument, OpenApiOperation } from '../../../src/surfaces/rest/openapi-document.ts'
import { keyOn, restServer } from '../../support/http/rest-server.ts'
import { sampleOperations } from '../../support/sample-operations.ts'

const run = promisify(execFile)

async function documentOf(list: readonly Operation[]): Promise<OpenApiDocument> {
  await using rest = await restServer({ operations: list })
  return (await rest.server.inject('/api/v1/openapi.json')).json()
}

/** Routes as the server knows them, without HEAD, which comes with GET, and without the pages for people. */
async function routesOf(list: readonly Operation[]): Promise<string[]> {
  await using rest = await restServer({ operations: list })
  const routes: string[] = []
  for (const { method, url } of rest.routes) {
    if (method !== 'HEAD' && !url.startsWith('/docs')) routes.push(`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
  }
  return routes.sort()
}

const samples = await documentOf(sampleOperations())
const operation = (method: string, path: string): OpenApiOperation => samples.paths[path]?.[method] as OpenApiOperation

describe('the OpenAPI document', () => {
  it.each([
    ['of the samples', sampleOperations()],
    ['of the service', operations],
  ])('%s has every route, and nothing that is not one', async (_, list) => {
    const document = await documentOf(list)

    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )

    expect(documented.sort()).toEqual(await routesOf(list))
  })

  it('is accepted by a linter', async () => {
    const list = [...operations, ...sampleOperations()]
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(await documentOf(list)))
    const cli = join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js')
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

    const linted = await run(process.execPath, [cli, 'lint', file, '--extends', 'recommended-strict'], {
      cwd: folder,
      env,
    }).catch((failure: { stdout: string; stderr: string }) => failure)
    await rm(folder, { recursive: true })

    expect(linted.stderr + linted.stdout).toContain('Your API description is valid')
  })

  it('describes parameters with their kind, bounds and example', () => {
    const { parameters = [] } = operation('get', '/api/v1/samples/{symbol}')

    expect(parameters.find(({ name }) => name === 'symbol')).toEqual({
      name: 'symbol',
      in: 'path',
      required: true,
      description: 'Ticker of the underlying, for example SPY or BRK.B. Case does not matter.',
      schema: { $ref: '#/components/schemas/UnderlyingSymbol' },
      example: 'SPY',
    })
    expect(parameters.find(({ name }) => name === 'limit')).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      description: 'Most rows.',
      schema: { type: 'integer', minimum: 0, maximum: 100, default: 10 },
      example: 5,
    })
    expect(parameters.find(({ name }) => name === 'fields')).toMatchObject({ style: 'form', explode: false })
  })

  it('offers CSV and 304 where the operation does', () => {
    const list = operation('get', '/api/v1/samples')

    expect(list.parameters?.map(({ name }) => name)).toContain('format')
    expect(list.responses['200']).toMatchObject({ content: { 'text/csv': {}, 'application/json': {} } })
    expect(Object.keys(list.responses)).toContain('304')
    expect(Object.keys(operation('get', '/api/v1/samples/{symbol}').responses)).not.toContain('304')
  })

  it('describes a body with what is required and an example', () => {
    const { requestBody } = operation('post', '/api/v1/samples')

    expect(requestBody).toMatchObject({
      required: true,
      content: {
        'application/json': {
          schema: { required: ['name'], additionalProperties: false, properties: { name: { maxLength: 40 } } },
          example: { name: 'first' },
        },
      },
    })
  })

  it('says who may call by which credentials', () => {
    expect(operation('get', '/api/v1/samples').security).toEqual([
      { UserEmail: [], UserToken: [] },
      { Bearer: [] },
      { Session: [] },
    ])
    expect(operation('post', '/api/v1/open').security).toEqual([{ Session: [] }, {}])
    expect(operation('post', '/api/v1/samples').description).toContain(
      'Open by API key on the Vega plan, and in the browser from the Gamma plan up.',
    )
  })

  it.each([
    ['get', '/api/v1/samples/{symbol}', '200 400 401 403 404 414 422 429 431 500 503'],
    ['post', '/api/v1/samples', '201 400 401 403 409 413 414 415 422 429 431 500 503'],
    ['delete', '/api/v1/samples/{id}/notes/{note}', '204 400 401 403 404 413 414 415 422 429 431 500 503'],
    ['post', '/api/v1/open', '202 400 413 414 415 422 429 431 500 503'],
  ])('lists the statuses of %s %s', (method, path, statuses) => {
    expect(Object.keys(operation(method, path).responses).join(' ')).toBe(statuses)
  })

  it('describes answers by named schemas, each written once', () => {
    expect(samples.components.schemas['SampleListAnswer']).toMatchObject({
      properties: { data: { items: { $ref: '#/components/schemas/Sample' } } },
    })
    expect(JSON.stringify(samples)).not.toContain('$defs')
  })

  it('is open to all', async () => {
    await using rest = await restServer()
    const answer = await rest.server.inject({ url: '/api/v1/openapi.json', headers: keyOn('nobody') })

    expect({ statusCode: answer.statusCode, contentType: answer.headers['content-type'] }).toEqual({
      statusCode: 200,
      contentType: 'application/json; charset=utf-8',
    })
  })
})
