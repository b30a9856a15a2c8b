import { describe, expect, it } from 'vitest'
import { createLogger } from '../../../src/app/logger.ts'
import { recentErrors } from '../../../src/app/operator/recent-errors.ts'

function watched() {
  const written: string[] = []
  const errors = recentErrors()
  const log = createLogger('trace', errors.watching({ write: (line: string) => void written.push(line) }))
  return { written, errors, log }
}

describe('recent errors', () => {
  it('are the error lines of the log, newest first, without stacks, and every line is still written', () => {
    const { written, errors, log } = watched()
    log.info({ request_id: 'r0' }, 'request')
    log.error({ err: new TypeError('broken'), request_id: 'r1' }, 'request failed')
    log.warn('a warning')
    log.fatal({ worker: 'decisions' }, 'the end')

    expect(errors.list()).toEqual([
      { at: expect.any(String), message: 'the end', requestId: null, worker: 'decisions', error: null },
      { at: expect.any(String), message: 'request failed', requestId: 'r1', worker: null, error: 'TypeError: broken' },
    ])
    expect(written).toHaveLength(4)
  })

  it('hold no field that the log redacts', () => {
    const { errors, log } = watched()
    log.error({ err: Object.assign(new Error('refused'), { token: 'canary' }), password: 'canary' }, 'failed')

    expect(JSON.stringify(errors.list())).not.toContain('canary')
  })

  it('are at most 200', () => {
    const { errors, log } = watched()
    for (let index = 0; index < 250; index++) log.error({ request_id: String(index) }, 'failed')

    expect(errors.list().map(({ requestId }) => requestId)).toEqual(
      Array.from({ length: 200 }, (_, index) => String(249 - index)),
    )
  })
})
