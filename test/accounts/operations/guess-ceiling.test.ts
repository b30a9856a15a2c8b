import { describe, expect, it } from 'vitest'
import { STRANGER_POLICY } from '../../../src/accounts/domain/attempt-policy.ts'
import { signIn } from '../../../src/accounts/operations/sign-in.ts'
import type { Caller } from '../../../src/catalogue/context.ts'
import { invoke } from '../../../src/catalogue/invoke.ts'
import { type AccountWorld, ANONYMOUS, accountWorld, OPERATOR, PASSWORD, tokenIn } from '../../support/account-world.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const email = 'ada@example.com'
const DAY_MS = 24 * 3_600_000
const CEILING = STRANGER_POLICY.freeFailures

const from = (address: string): Caller => ({ ...ANONYMOUS, address })
const codeOf = (error: { code?: string }) => error.code ?? 'let in'

async function worldWithAda(options = {}) {
  const world = await accountWorld(options)
  await world.call('account_create', { email, password: PASSWORD }, OPERATOR)
  return world
}

/** Wrong passwords, each from an address that is used once; gives how often each answer came. */
async function guess(world: AccountWorld, times: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (let index = 0; index < times; index++) {
    const address = `203.0.${Math.floor(index / 250)}.${index % 250}`
    const code = await world.call('sign_in', { email, password: 'wrong one' }, from(address)).then(codeOf, codeOf)
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

const withDevice = (world: AccountWorld, device: string | null, address: string, password = PASSWORD) =>
  invoke(signIn, { email, password }, world.context(from(address), device))

describe('the ceiling of wrong passwords for one account', () => {
  it('holds over any number of addresses, and lets one guess through each half hour', async () => {
    await using world = await worldWithAda()
    const before = world.derivations()

    const first = await guess(world, 500)
    world.clock.advance(30 * 60_000)
    const second = await guess(world, 500)

    expect(first).toEqual({ unauthenticated: CEILING, rate_limited: 500 - CEILING })
    expect(second).toEqual({ unauthenticated: 1, rate_limited: 499 })
    expect(world.derivations() - before).toBe(CEILING + 1)
  })

  it('is the same for an address that has no account', async () => {
    await using known = await worldWithAda()
    await using unknown = await accountWorld()

    expect(await guess(unknown, 60)).toEqual(await guess(known, 60))
  })

  it('holds a stranger with the right password back, and says how to get in', async () => {
    await using world = await worldWithAda()
    await guess(world, 60)

    await expect(world.signIn(email, PASSWORD, from('198.51.100.7'))).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/browser or network that you have used before, or request a new password/),
      details: { retryAfterS: 1_800 },
    })
  })

  it('lets a known browser in at once from a new address, even after a mistake of its own', async () => {
    await using world = await worldWithAda()
    await world.signIn(email, PASSWORD, from('198.51.100.7'))
    const [device = null] = world.devices
    await guess(world, 60)

    await expect(withDevice(world, device, '192.0.2.99', 'mistyped')).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await withDevice(world, device, '192.0.2.99')).toMatchObject({ email })
  })

  it('lets a known address in at once, for 90 days', async () => {
    await using world = await worldWithAda()
    await world.signIn(email, PASSWORD, from('198.51.100.7'))
    world.clock.advance(90 * DAY_MS - 1)
    await guess(world, 60)

    expect((await world.signIn(email, PASSWORD, from('198.51.100.7'))).account?.email).toBe(email)
    world.clock.advance(90 * DAY_MS)
    await guess(world, 60)
    await expect(world.signIn(email, PASSWORD, from('198.51.100.7'))).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('lets in at once whoever opens the link of a reset mail, under attack', async () => {
    await using world = await worldWithAda()
    await guess(world, 60)
    await world.call('request_password_reset', { email })
    await world.settled()
    await world.call('complete_password_reset', { token: tokenIn(world.mails[0]), password: 'a new password' })
    await guess(world, 60)

    expect(await withDevice(world, world.devices.at(-1) ?? null, '192.0.2.99', 'a new password')).toMatchObject({
      email,
    })
  })

  it('is not lifted by a sign-in of the owner', async () => {
    await using world = await worldWithAda()
    await world.signIn(email, PASSWORD, from('198.51.100.7'))
    await guess(world, 60)

    await world.signIn(email, PASSWORD, from('198.51.100.7'))

    expect(await guess(world, 20)).toEqual({ rate_limited: 20 })
  })
})

describe('a known browser', () => {
  it('is limited by its own failures like an address', async () => {
    await using world = await worldWithAda()
    await world.signIn(email)
    const [device = null] = world.devices
    const codes: string[] = []
    for (let index = 0; index < 12; index++) {
      codes.push(await withDevice(world, device, `192.0.2.${index}`, 'wrong one').then(codeOf, codeOf))
    }

    expect(codes).toEqual([...Array(10).fill('unauthenticated'), 'rate_limited', 'rate_limited'])
  })

  it.each<[string, (device: string) => string]>([
    ['a changed digest', (device) => `${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}`],
    ['a later end', (device) => device.replace(/^./, 'z')],
    ['no device', () => 'no device'],
  ])('is not believed with %s', async (_name, changed) => {
    await using world = await worldWithAda()
    await world.signIn(email, PASSWORD, from('198.51.100.7'))
    await guess(world, 60)

    const attempt = withDevice(world, changed(world.devices[0] ?? ''), '192.0.2.99')

    await expect(attempt).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('is one of its own account alone, and for a year', async () => {
    await using world = await worldWithAda()
    await world.call('account_create', { email: 'eve@example.com', password: PASSWORD }, OPERATOR)
    await world.signIn('eve@example.com', PASSWORD, from('198.51.100.7'))
    await world.signIn(email, PASSWORD, from('198.51.100.8'))
    const [eve = null, ada = null] = world.devices
    await guess(world, 60)

    await expect(withDevice(world, eve, '192.0.2.99')).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await withDevice(world, ada, '192.0.2.98')).toMatchObject({ email })
    world.clock.advance(365 * DAY_MS)
    await guess(world, 60)
    await expect(withDevice(world, ada, '192.0.2.97')).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('leaves neither its address nor its cookie in the store after the sign-out', async () => {
    using folder = tempFolder()
    await using world = await worldWithAda({ path: folder.file('a.sqlite3') })
    const caller = await world.signIn(email, PASSWORD, from('198.51.100.77'))

    // Until then the list of sessions shows the address.
    await world.call('sign_out', {}, caller)
    await world.store.scrub()

    expect(folder.holds('198.51.100.77')).toBe(false)
    expect(folder.holds(world.devices[0] ?? '')).toBe(false)
  })
})
