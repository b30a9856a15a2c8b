import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sealedBox } from '../../../src/lib/node/sealed-box.ts'

const box = sealedBox('s'.repeat(32), 'endpoints', randomBytes)

describe('a sealed box', () => {
  it.each(['', 'https://hooks.example/T/B/x?secret=1', 'Ünïcode 🦉'])('opens what it has sealed: %j', (text) => {
    const sealed = box.seal(text)

    expect(box.open(sealed)).toBe(text)
    expect(text === '' || !sealed.includes(text)).toBe(true)
    expect(box.seal(text)).not.toBe(sealed)
  })

  it('opens nothing that was changed, cut, or sealed under another secret or purpose', () => {
    const sealed = box.seal('https://hooks.example')
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    bytes[20] = (bytes[20] ?? 0) ^ 1

    expect(() => box.open(`v1.${bytes.toString('base64url')}`)).toThrow()
    expect(() => box.open(sealed.slice(0, 20))).toThrow()
    expect(() => box.open(sealed.slice(3))).toThrow()
    expect(() => sealedBox('t'.repeat(32), 'endpoints', randomBytes).open(sealed)).toThrow()
    expect(() => sealedBox('s'.repeat(32), 'phones', randomBytes).open(sealed)).toThrow()
  })

  it('finds an equal text by its digest, which another secret cannot make', () => {
    expect(box.digest('a')).toBe(sealedBox('s'.repeat(32), 'endpoints', randomBytes).digest('a'))
    expect(box.digest('a')).not.toBe(box.digest('b'))
    expect(box.digest('a')).not.toBe(sealedBox('t'.repeat(32), 'endpoints', randomBytes).digest('a'))
  })
})
