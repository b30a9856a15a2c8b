import { expect, it } from 'vitest'
import { removeUnconfirmed } from '../../../src/accounts/workers/remove-unconfirmed.ts'
import { accountWorld, OPERATOR, PASSWORD, tokenIn } from '../../support/account-world.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const DAY_MS = 24 * 3_600_000
const { signal } = new AbortController()

it('deletes sign-ups that nobody confirmed for seven days, and no other account', async () => {
  using folder = tempFolder()
  await using world = await accountWorld({ path: folder.file('a.sqlite3') })
  const { store, clock } = world
  const parts = { store, now: clock.now }
  const there = async (email: string) => (await store.accounts.byEmail(email)) !== undefined
  await world.call('account_create', { email: 'made@example.com', password: PASSWORD }, OPERATOR)
  for (const name of ['forgotten', 'confirmed', 'again']) {
    await world.call('sign_up', { email: `${name}@example.com`, password: PASSWORD })
    await world.settled()
  }
  await world.call('verify_email', { token: tokenIn(world.mails.find(({ to }) => to === 'confirmed@example.com')) })
  clock.advance(7 * DAY_MS - 1)
  const early = await removeUnconfirmed(parts, signal)
  await world.call('sign_up', { email: 'again@example.com', password: PASSWORD })
  await world.settled()
  clock.advance(1)

  const due = [await removeUnconfirmed(parts, signal), await removeUnconfirmed(parts, signal)]
  const after = await Promise.all(
    ['forgotten', 'confirmed', 'again', 'made'].map((name) => there(`${name}@example.com`)),
  )
  clock.advance(DAY_MS)
  await removeUnconfirmed(parts, signal)

  expect(early).toBe(false)
  expect(due).toEqual([true, false])
  expect(after).toEqual([false, true, true, true])
  expect(await there('again@example.com')).toBe(false)
  expect(folder.holds('forgotten@example.com')).toBe(false)
})

it('deletes nothing once it is to stop', async () => {
  await using world = await accountWorld()
  await world.call('sign_up', { email: 'forgotten@example.com', password: PASSWORD })
  await world.settled()
  world.clock.advance(30 * DAY_MS)

  expect(await removeUnconfirmed({ store: world.store, now: world.clock.now }, AbortSignal.abort())).toBe(false)
})
