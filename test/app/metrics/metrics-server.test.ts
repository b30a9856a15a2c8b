import { expect, it } from 'vitest'
import { createLogger } from '../../../src/app/logger.ts'
import { metricsServer } from '../../../src/app/metrics/metrics-server.ts'

it('answers 503 and logs the reason while the metrics cannot be read', async () => {
  const logged: string[] = []
  const log = createLogger('info', { write: (text: string) => void logged.push(text) })
  const text = () => Promise.reject(new Error('the store is locked'))
  await using server = await metricsServer({ text, contentType: 'text/plain' }, { host: '127.0.0.1', port: 0, log })

  const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`)

  expect(answer.status).toBe(503)
  expect(await answer.text()).toBe('The metrics could not be read. See the log.\n')
  expect(logged.join('')).toContain('the store is locked')
})
