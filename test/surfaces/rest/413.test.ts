import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RestServer, restServer, sessionOn } from '../../support/http/rest-server.ts'

const LIMIT = 64 * 1024

let rest: RestServer
let base: string
beforeAll(async () => {
  rest = await restServer()
  base = await rest.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => rest[Symbol.asyncDispose]())

/** JSON of exactly so many bytes. */
const bodyOf = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes - '{"name":""}'.length) })

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${base}/api/v1/samples`, {
    method: 'POST',
    headers: { ...sessionOn('vega'), 'content-type': 'application/json', ...headers },
    body,
  })

it.each([
  [LIMIT - 1, 422],
  [LIMIT, 422],
  [LIMIT + 1, 413],
  [2 * 1024 * 1024, 413],
])('answers a body of %d bytes with %d', async (bytes, status) => {
  const answer = await post(bodyOf(bytes))

  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ status, code: status === 413 ? 'too_large' : 'invalid' })
})

it('counts a body whose length is not said', async () => {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let index = 0; index < 20; index++) controller.enqueue(Buffer.alloc(8192, 32))
      controller.close()
    },
  })

  const answer = await fetch(`${base}/api/v1/samples`, {
    method: 'POST',
    headers: { ...sessionOn('vega'), 'content-type': 'application/json' },
    body: stream,
    duplex: 'half',
  } as RequestInit)

  expect(answer.status).toBe(413)
})
