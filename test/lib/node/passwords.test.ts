import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  ARGON2ID,
  type PasswordCost,
  type PasswordOptions,
  passwords,
  SCRYPT,
} from '../../../src/lib/node/passwords.ts'

const refuse = () => new Error('too many')
const quick: PasswordCost = { algorithm: 'argon2id', memoryKib: 8, passes: 1, lanes: 1 }
const quickScrypt: PasswordCost = { algorithm: 'scrypt', logN: 4, blockSize: 1, lanes: 1 }

function made(options: Partial<PasswordOptions> = {}) {
  return passwords({ randomBytes, parallel: 2, maxWaiting: 100, refuse, cost: quick, ...options })
}

describe('passwords', () => {
  it.each([
    ['argon2id', ARGON2ID, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/],
    ['scrypt', SCRYPT, /^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/],
  ] as const)('are kept as a string that names %s and its cost', async (_name, cost, form) => {
    const { hash, verify } = made({ cost })

    const stored = await hash('correct horse')

    expect(stored).toMatch(form)
    expect(await verify('correct horse', stored)).toBe(true)
    expect(await verify('correct Horse', stored)).toBe(false)
  })

  it('verify a hash that another implementation has made', async () => {
    // The reference implementation of argon2: `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 24 -e`.
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

    expect(await made().verify('password', reference)).toBe(true)
    expect(await made().verify('Password', reference)).toBe(false)
  })

  it('are salted: the same password is never kept twice alike', async () => {
    const { hash } = made()

    expect(await hash('correct horse')).not.toBe(await hash('correct horse'))
  })

  it('are the same when composed differently, as keyboards do', async () => {
    const { hash, verify } = made()

    expect(await verify('cafe\u0301 cafe\u0301', await hash('caf\u00e9 caf\u00e9'))).toBe(true)
  })

  it('are false for no account, after the same work', async () => {
    const { hash, verify } = made({ parallel: 1, maxWaiting: 0 })

    const stranger = verify('anything', null)

    // There is one turn, and it is taken: the stranger's password is being derived like any other.
    await expect(hash('correct horse')).rejects.toThrow('too many')
    expect(await stranger).toBe(false)
    expect(await verify('', null)).toBe(false)
  })

  it('know a hash made at another cost, verify it all the same, and take the present one as it is', async () => {
    const old = await made({ cost: quickScrypt }).hash('correct horse')
    const { hash, verify, outdated } = made()

    expect(outdated(old)).toBe(true)
    expect(await verify('correct horse', old)).toBe(true)
    expect(outdated(await hash('correct horse'))).toBe(false)
    expect(made({ cost: { ...quick, passes: 2 } as PasswordCost }).outdated(await hash('x'))).toBe(true)
  })

  it('refuse more work than may wait, and go on afterwards', async () => {
    const { hash } = made({ parallel: 1, maxWaiting: 2 })

    const results = await Promise.allSettled(Array.from({ length: 10 }, () => hash('correct horse')))

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { message: 'too many' } })
    await expect(hash('correct horse')).resolves.toBeTypeOf('string')
  })

  it('say so when what is stored is no hash', async () => {
    await expect(made().verify('x', 'plain text')).rejects.toThrow('unknown format')
  })
})
