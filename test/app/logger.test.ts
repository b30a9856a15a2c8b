import { describe, expect, it } from 'vitest'
import { createLogger } from '../../src/app/logger.ts'

describe('the log', () => {
  it('censors what people send as credentials, in fields and in errors', () => {
    const lines: string[] = []
    const log = createLogger('info', { write: (line: string) => void lines.push(line) })
    const failure = Object.assign(new Error('failed'), { headers: { cookie: 'canary-cookie' } })

    log.info({ token: 'canary-token', deep: { password: 'canary-password' } }, 'signed in')
    log.error({ err: failure }, 'failed')

    expect(lines.join('')).not.toContain('canary-token')
    expect(lines.join('')).not.toContain('canary-password')
    expect(lines.join('')).not.toContain('canary-cookie')
    expect(lines.join('')).toContain('"msg":"signed in"')
    expect(lines.join('')).toContain('failed')
  })

  it('writes forged line breaks as escapes, on one line', () => {
    const lines: string[] = []
    const log = createLogger('info', { write: (line: string) => void lines.push(line) })

    log.info({ url: '/a\n{"level":30,"msg":"forged"}' }, 'request')

    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd().split('\n')).toHaveLength(1)
  })
})
