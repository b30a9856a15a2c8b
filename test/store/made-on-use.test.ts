import { describe, expect, it } from 'vitest'
import { madeOnUse } from '../../src/store/made-on-use.ts'

function repositories() {
  const made: string[] = []
  const makers = {
    accounts: (connection: string) => made.push(`accounts of ${connection}`),
    sessions: (connection: string) => made.push(`sessions of ${connection}`),
  }
  return { made, of: (connection: string) => madeOnUse(makers, connection) }
}

describe('repositories that are made on use', () => {
  it('are made once each, when they are first used', () => {
    const { made, of } = repositories()
    const { sessions } = of('a')
    const other = of('b')

    expect([sessions, other.accounts, other.accounts]).toEqual([1, 2, 2])
    expect(made).toEqual(['sessions of a', 'accounts of b'])
  })

  it('are all in a copy', () => {
    const { of } = repositories()

    expect({ ...of('a'), more: 0 }).toEqual({ accounts: 1, sessions: 2, more: 0 })
  })

  it('are no others', () => {
    const { of } = repositories()

    expect(Reflect.get(of('a'), 'then')).toBeUndefined()
    expect(Reflect.get(of('a'), 'toString')).toBeUndefined()
  })
})
