import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bufferedDestination, createLogger } from '../../src/app/logger.ts'
import { tempFolder } from '../support/process/temp-folder.ts'

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

describe('the buffer of the log', () => {
  it('keeps every line whole and in order: at every end of the buffer, and one longer than it', async () => {
    using folder = tempFolder()
    const file = folder.file('log')
    const destination = bufferedDestination(file)
    const short = Array.from({ length: 1_500 }, (_, index) => `${'漢字'.repeat(index % 700)} 🐎\n`)
    const lines = [...short.slice(0, 900), `${'漢'.repeat(300_000)}\n`, ...short.slice(900)]

    for (const line of lines) destination.write(line)
    destination.flush()

    await expect.poll(() => readFileSync(file, 'utf8').length).toBe(lines.join('').length)
    expect(readFileSync(file, 'utf8') === lines.join('')).toBe(true)
  })
})
