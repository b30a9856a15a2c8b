import { expect, it } from 'vitest'
import { goneSignal } from '../../../src/surfaces/rest/gone-signal.ts'
import { restServer } from '../../support/rest-server.ts'

it('is aborted when the caller goes away before the answer', async () => {
  await using rest = await restServer()
  const gone = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  rest.server.get('/slow', async (_request, reply) => {
    goneSignal(reply).addEventListener('abort', () => gone.resolve())
    arrived.resolve()
    await gone.promise
    return {}
  })
  const base = await rest.server.listen({ port: 0, host: '127.0.0.1' })
  const caller = new AbortController()
  const asked = fetch(`${base}/slow`, { signal: caller.signal }).catch((error: Error) => error.name)
  await arrived.promise

  caller.abort()

  expect(await asked).toBe('AbortError')
  await gone.promise
})

it('is not aborted while the answer is made, nor once it is sent', async () => {
  await using rest = await restServer()
  const signals: AbortSignal[] = []
  rest.server.post('/slow', async (_request, reply) => {
    const signal = goneSignal(reply)
    signals.push(signal)
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    return { aborted: signal.aborted }
  })
  const base = await rest.server.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'content-type': 'application/json' }

  const withBody = await fetch(`${base}/slow`, { method: 'POST', body: '{"a":1}', headers })
  const without = await fetch(`${base}/slow`, { method: 'POST' })

  expect([await withBody.json(), await without.json()]).toEqual([{ aborted: false }, { aborted: false }])
  expect(signals.map((it) => it.aborted)).toEqual([false, false])
})

it('is no fault when work stops because of it', async () => {
  await using rest = await restServer()
  const arrived = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  rest.server.addHook('onError', async () => stopped.resolve())
  rest.server.get('/slow', async (_request, reply) => {
    const signal = goneSignal(reply)
    arrived.resolve()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const base = await rest.server.listen({ port: 0, host: '127.0.0.1' })
  const caller = new AbortController()
  const asked = fetch(`${base}/slow`, { signal: caller.signal }).catch((error: Error) => error.name)
  await arrived.promise

  caller.abort()
  await asked
  await stopped.promise
  await rest.server.close()

  expect(rest.logged.filter((line) => line.includes('request failed'))).toEqual([])
})
