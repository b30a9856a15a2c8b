import { expect, it } from 'vitest'
import { createLogger } from '../../../src/app/logger.ts'
import { metricsServer } from '../../../src/app/metrics/metrics-server.ts'

const ANYWHERE = { host: '127.0.0.1', port: 0 }

it('answers 503 and logs the reason while the metrics cannot be read', async () => {
  const logged: string[] = []
  const log = createLogger('info', { write: (text: string) => void logged.push(text) })
  const text = () => Promise.reject(new Error('the store is locked'))
  await using server = await metricsServer({ text, contentType: 'text/plain' }, { ...ANYWHERE, token: undefined, log })

  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)

  expect(answer.status).toBe(503)
  expect(await answer.text()).toBe('The metrics could not be read. See the log.\n')
  expect(logged.join('')).toContain('the store is locked')
})

it('answers nobody without the token, where there is one', async () => {
  const log = createLogger('silent', { write: () => undefined })
  const metrics = { text: async () => 'up 1\n', contentType: 'text/plain' }
  await using server = await metricsServer(metrics, { ...ANYWHERE, token: 'canary-metrics-token', log })
  const asked = (authorization?: string) =>
    fetch(`http://127.0.0.1:${server.port}/metrics`, { headers: authorization === undefined ? {} : { authorization } })

  for (const wrong of [
    undefined,
    'Bearer',
    'Bearer canary-metrics-toke',
    'Basic canary-metrics-token',
    'canary-metrics-token',
  ]) {
    const answer = await asked(wrong)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="metrics"')
    expect(await answer.text()).toContain('METRICS_TOKEN')
  }
  expect(await (await asked('Bearer canary-metrics-token')).text()).toBe('up 1\n')
  expect((await asked('bearer  canary-metrics-token')).status).toBe(200)
})
