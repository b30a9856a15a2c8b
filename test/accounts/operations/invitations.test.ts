import { describe, expect, it } from 'vitest'
import { ANONYMOUS, accountWorld, OPERATOR, PASSWORD, tokenIn } from '../../support/account-world.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const email = 'ada@example.com'
const DAY_MS = 24 * 3_600_000
const refused = { code: 'invalid', details: { issues: [{ path: 'invitation', message: expect.any(String) }] } }

async function invitedWorld(options = {}) {
  const world = await accountWorld({ signUps: 'invite', ...options })
  const { link } = await world.call('invitation_create', { days: 7 }, OPERATOR)
  const invitation = /^https:\/\/options\.example\/sign_up#token=([\w-]{43})$/.exec(String(link))?.[1] ?? ''
  return Object.assign(world, { invitation })
}

describe('signing up', () => {
  it('is refused where sign-ups are closed, also with an invitation, and nothing is looked up', async () => {
    await using world = await accountWorld({ signUps: 'closed' })
    const attempt = world.call('sign_up', { email, password: PASSWORD, invitation: 'any' })

    await expect(attempt).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('closed') })
    await world.settled()
    expect({ mails: world.mails, mode: await world.call('show_sign_ups', {}) }).toEqual({
      mails: [],
      mode: { mode: 'closed' },
    })
  })

  it.each([undefined, '', 'A'.repeat(43)])(
    'is refused with the invitation %j where one is needed',
    async (invitation) => {
      await using world = await invitedWorld()

      await expect(world.call('sign_up', { email, password: PASSWORD, invitation })).rejects.toMatchObject(refused)
    },
  )

  it('makes an account with an invitation, which works for one address, and again for that one', async () => {
    await using world = await invitedWorld()
    const { invitation } = world

    await world.call('sign_up', { email, password: PASSWORD, invitation })
    await world.call('sign_up', { email: 'Ada@Example.com', password: PASSWORD, invitation })
    await expect(
      world.call('sign_up', { email: 'eve@example.com', password: PASSWORD, invitation }),
    ).rejects.toMatchObject(refused)
    await world.settled()

    expect(world.mails.map(({ to }) => to)).toEqual([email, email])
    await world.call('verify_email', { token: tokenIn(world.mails[1]) })
    expect((await world.signIn(email)).account?.emailVerified).toBe(true)
  })

  it('uses an invitation for a known address as for an unknown one, with the same answer', async () => {
    await using world = await invitedWorld()
    const { invitation } = world
    await world.call('account_create', { email, password: PASSWORD, verified: true }, OPERATOR)

    const known = await world.call('sign_up', { email, password: PASSWORD, invitation })
    const other = world.call('sign_up', { email: 'new@example.com', password: PASSWORD, invitation })

    await expect(other).rejects.toMatchObject(refused)
    expect(known).toEqual({ detail: expect.stringContaining('Open the link') })
  })

  it('takes an invitation from one of many addresses at once', async () => {
    await using world = await invitedWorld()
    const { invitation } = world

    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        world.call(
          'sign_up',
          { email: `user${index}@example.com`, password: PASSWORD, invitation },
          { ...ANONYMOUS, address: `192.0.2.${index}` },
        ),
      ),
    )

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('an invitation', () => {
  it('ends after its days, and when the operator deletes it', async () => {
    await using world = await invitedWorld()
    const { invitation } = world
    const { id } = await world.call('invitation_create', { days: 90 }, OPERATOR)
    world.clock.advance(7 * DAY_MS)

    await expect(world.call('sign_up', { email, password: PASSWORD, invitation })).rejects.toMatchObject(refused)
    expect(await world.call('invitation_delete', { id }, OPERATOR)).toEqual({ deleted: id })
    await expect(world.call('invitation_delete', { id }, OPERATOR)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is listed without its link, with when it was used, and forgotten once it has expired', async () => {
    await using world = await invitedWorld()
    await world.call('sign_up', { email, password: PASSWORD, invitation: world.invitation })

    const before = await world.call('invitation_list', {}, OPERATOR)
    world.clock.advance(7 * DAY_MS)
    const { id } = await world.call('invitation_create', {}, OPERATOR)

    expect(before).toEqual({
      data: [
        {
          id: expect.any(String),
          created_at: '2026-11-20T15:00:00.000Z',
          expires_at: '2026-11-27T15:00:00.000Z',
          used_at: '2026-11-20T15:00:00.000Z',
        },
      ],
      next_cursor: null,
    })
    expect(await world.call('invitation_list', {}, OPERATOR)).toMatchObject({ data: [{ id, used_at: null }] })
  })

  it('leaves neither its token nor the address that used it in the store', async () => {
    using folder = tempFolder()
    await using world = await invitedWorld({ path: folder.file('a.sqlite3') })
    await expect(
      world.call('sign_up', { email: 'used@example.com', password: 'short', invitation: world.invitation }),
    ).rejects.toBeDefined()
    const digest = world.identity.digest('invitation', world.invitation)

    expect(folder.holds(digest)).toBe(true)
    expect(folder.holds(world.invitation)).toBe(false)
    await world.store.invitations.use(digest, world.identity.digest('invited', 'used@example.com'), world.clock.now())
    expect(folder.holds('used@example.com')).toBe(false)
  })

  it('is made, listed and deleted on the command line alone', async () => {
    await using world = await accountWorld()
    for (const name of ['invitation_create', 'invitation_list', 'invitation_delete']) {
      await expect(world.call(name, {}, ANONYMOUS)).rejects.toMatchObject({ code: 'unauthenticated' })
    }
  })
})
