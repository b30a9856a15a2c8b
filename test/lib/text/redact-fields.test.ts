import { describe, expect, it } from 'vitest'
import { redactFields } from '../../../src/lib/text/redact-fields.ts'

const names = new Set(['token', 'authorization'])

describe('fields with secret names', () => {
  it('are censored wherever they stand, in any case', () => {
    const line = { a: 1, Token: 'x', headers: { Authorization: 'y', host: 'h' }, list: [{ token: 'z' }, 'text'] }

    expect(redactFields(line, names)).toEqual({
      a: 1,
      Token: '[redacted]',
      headers: { Authorization: '[redacted]', host: 'h' },
      list: [{ token: '[redacted]' }, 'text'],
    })
    expect(line.Token).toBe('x')
  })

  it('cost no copy where there are none', () => {
    const line = { a: 1, nested: { b: null } }

    expect(redactFields(line, names)).toBe(line)
  })

  it('leave what is no plain object alone', () => {
    const error = new Error('failed')

    expect(redactFields({ err: error }, names)).toEqual({ err: error })
  })
})
