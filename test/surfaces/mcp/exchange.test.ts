import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/lib/errors.ts'
import { type Method, RpcError } from '../../../src/surfaces/mcp/method.ts'
import { withTimeout } from '../../../src/surfaces/mcp/with-timeout.ts'
import { conformanceFeatures } from '../../support/mcp/mcp-conformance.ts'
import { mcpEndpoint } from '../../support/mcp/mcp-endpoint.ts'

const INTERNAL = 'SQLITE_BUSY at /srv/store/open.ts:17'

/** What `resources/read` becomes when it ends as given, and what is logged of it. */
async function answerOf(method: Method) {
  const features = conformanceFeatures()
  await using endpoint = await mcpEndpoint(() => ({ ...features, methods: new Map([['resources/read', method]]) }))
  const answer = await endpoint.server.inject({
    method: 'POST',
    url: '/mcp',
    headers: { host: '127.0.0.1:3000' },
    payload: { jsonrpc: '2.0', id: 7, method: 'resources/read' },
  })
  return { status: answer.statusCode, body: answer.json(), logged: endpoint.logged.join('') }
}

describe('a method that fails', () => {
  it.each([new Error(INTERNAL), INTERNAL, Object.assign(new Error(INTERNAL), { code: 17, data: INTERNAL }), null])(
    'of a fault of ours tells the log all and the client nothing (%#)',
    async (thrown) => {
      const { status, body, logged } = await answerOf(() => Promise.reject(thrown))

      expect(status).toBe(200)
      expect(body).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32603, message: 'Internal error' } })
      expect(logged.match(/"msg":"message failed"/g)).toHaveLength(1)
      if (thrown !== null) expect(logged).toContain(INTERNAL)
    },
  )

  it('at once is no other than one that fails later', async () => {
    const { body } = await answerOf(() => {
      throw new Error(INTERNAL)
    })

    expect(body.error).toEqual({ code: -32603, message: 'Internal error' })
  })

  it('by an error for its client says what that says', async () => {
    const ofProtocol = await answerOf(() => Promise.reject(new RpcError(-32002, 'No such thing.', { uri: 'x' })))
    const ours = await answerOf(() => Promise.reject(new AppError('not_found', 'No such symbol.', { cause: INTERNAL })))

    expect(ofProtocol.body.error).toEqual({ code: -32002, message: 'No such thing.', data: { uri: 'x' } })
    expect(ours.body.error).toEqual({ code: -32602, message: 'No such symbol.' })
    const busy = await answerOf(() => Promise.reject(new AppError('unavailable', 'Ask again in a minute.')))
    expect(busy.body.error).toEqual({ code: -32000, message: 'Ask again in a minute.' })
    expect(ofProtocol.logged + ours.logged).toBe('')
  })
})

describe('features that cannot be made', () => {
  it('are a fault of the whole request', async () => {
    await using endpoint = await mcpEndpoint(() => {
      throw new Error(INTERNAL)
    })
    const answer = await endpoint.server.inject({
      method: 'POST',
      url: '/mcp',
      headers: { host: '127.0.0.1:3000' },
      payload: { jsonrpc: '2.0', id: 7, method: 'ping' },
    })

    expect(answer.statusCode).toBe(500)
    expect(answer.json().error).toMatchObject({ code: -32603, message: 'Internal error', data: { status: 500 } })
    expect(answer.body).not.toContain('SQLITE')
    expect(endpoint.logged.join('')).toContain(INTERNAL)
  })
})

describe('work that is waited for', () => {
  it('leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    await Promise.all(Array.from({ length: 20 }, () => withTimeout(Promise.resolve(1), 60_000, () => {})))
    await withTimeout(Promise.reject(new Error('x')), 60_000, () => {}).catch(() => {})

    expect(timers()).toBeLessThan(before + 20)
  })

  it('in vain tells of its fault when it ends, and once', async () => {
    const faults: unknown[] = []
    const { promise, reject } = Promise.withResolvers<never>()
    const fault = new Error('x')

    await expect(withTimeout(promise, 1, (error) => void faults.push(error))).rejects.toMatchObject({
      code: 'unavailable',
    })
    reject(fault)
    await promise.catch(() => {})
    expect(faults).toEqual([fault])

    await withTimeout(Promise.reject(fault), 60_000, (error) => void faults.push(error)).catch(() => {})
    expect(faults).toHaveLength(1)
  })
})
