import { expect, it } from 'vitest'
import { ChangeListeners } from '../../../src/store/changes.ts'
import { credentialCache } from '../../../src/surfaces/auth/credential-cache.ts'

const of = (id: string) => ({ account: { id } })

function world() {
  const listeners = new ChangeListeners()
  const known = { isCurrent: true }
  const cache = credentialCache<ReturnType<typeof of>>({
    onChange: (kind, listener) => listeners.onChange(kind, listener),
    isCurrent: () => known.isCurrent,
  })
  const changed = (accountId: string) => listeners.report({ kind: 'credentials', accountId })
  return { listeners, known, cache, changed }
}

it('forgets the credentials of an account that was written, and no others', async () => {
  const { cache, changed } = world()
  for (const [digest, id] of [
    ['a1', 'ada'],
    ['a2', 'ada'],
    ['b1', 'bob'],
  ] as const)
    await cache.load(digest, async () => of(id))

  changed('ada')

  expect(['a1', 'a2', 'b1'].map((digest) => cache.get(digest))).toEqual([undefined, undefined, of('bob')])
})

it('forgets all where it is not known what was written', async () => {
  const { cache, listeners } = world()
  await cache.load('a1', async () => of('ada'))
  listeners.reportAll()

  expect(cache.get('a1')).toBeUndefined()
})

it('uses and keeps nothing while the writes of other processes are not known', async () => {
  const { cache, known } = world()
  await cache.load('a1', async () => of('ada'))
  known.isCurrent = false
  const meanwhile = [cache.get('a1'), await cache.load('b1', async () => of('bob'))]
  known.isCurrent = true

  expect(meanwhile).toEqual([undefined, of('bob')])
  expect([cache.get('a1'), cache.get('b1')]).toEqual([of('ada'), undefined])
})

it('keeps no credential that was written while it was read', async () => {
  const { cache, changed, listeners } = world()
  const readWhile = (digest: string, written: () => void) =>
    cache.load(digest, async () => {
      written()
      return of('ada')
    })
  await readWhile('a1', () => changed('ada'))
  await readWhile('a2', () => changed('bob'))
  await readWhile('a3', () => listeners.reportAll())

  expect(['a1', 'a2', 'a3'].map((digest) => cache.get(digest))).toEqual([undefined, undefined, undefined])
  await readWhile('a4', () => changed('bob'))
  expect(cache.get('a4')).toEqual(of('ada'))
})
