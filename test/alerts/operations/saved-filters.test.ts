import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anAccount } from '../../support/market/rows.ts'
import { type NotifyCall, notifyCaller, onPlan } from '../../support/notifications/notify-caller.ts'
import { type NotifyWorld, notifyWorld } from '../../support/notifications/notify-world.ts'

const FILTERS = { symbols: ['SPY', 'NVDA'], sides: ['at_ask', 'above_ask'], min_premium: 1_000_000 }

describe('saved filters', () => {
  let world: NotifyWorld
  let call: NotifyCall
  beforeEach(async () => {
    world = await notifyWorld()
    call = notifyCaller(world)
  })
  afterEach(() => world[Symbol.asyncDispose]())

  it('are saved, listed by name, renamed, replaced and deleted', async () => {
    await onPlan(world, 'delta')
    const made = await call('create_saved_filter', { name: ' Large ', filters: FILTERS })
    await call('create_saved_filter', { name: 'Calls', filters: { option_type: 'call', symbol: 'spy' } })

    expect(made).toMatchObject({ name: 'Large', filters: FILTERS, created_at: '2026-11-20T15:00:00.000Z' })
    const names = async () => (await call('list_saved_filters'))['data'].map((it: { name: string }) => it.name)
    expect(await names()).toEqual(['Calls', 'Large'])
    const { id } = made
    expect(await call('change_saved_filter', { id, name: 'Above' })).toEqual({ ...made, name: 'Above' })
    expect(await call('change_saved_filter', { id, filters: { dte_max: 0 } })).toMatchObject({
      filters: { dte_max: 0 },
    })
    expect(await names()).toEqual(['Above', 'Calls'])
    await call('delete_saved_filter', { id })
    expect(await names()).toEqual(['Calls'])
    await expect(call('delete_saved_filter', { id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ filters: {} }, 'filters'],
    [{ filters: { min_premum: 1, dte_max: 0 } }, 'filters.min_premum'],
    [{ filters: { sides: ['top'] } }, 'filters.sides.0'],
    [{ name: 'two\nlines' }, 'name'],
    [{ name: ' ' }, 'name'],
  ])('refuse %j and name %s', async (change, path) => {
    await expect(call('create_saved_filter', { name: 'Mine', filters: FILTERS, ...change })).rejects.toMatchObject({
      details: { issues: [expect.objectContaining({ path })] },
    })
  })

  it('have a name once, are 50 at most, and are nobody else’s', async () => {
    const { id } = await call('create_saved_filter', { name: 'Mine', filters: FILTERS })
    await expect(call('create_saved_filter', { name: 'Mine', filters: FILTERS })).rejects.toMatchObject({
      code: 'conflict',
    })
    await world.store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com' }))
    const bob = notifyCaller(world, { accountId: 'bob' })
    expect(await bob('list_saved_filters')).toEqual({ data: [] })
    await expect(bob('change_saved_filter', { id, name: 'Bobs' })).rejects.toMatchObject({ code: 'not_found' })
    for (let count = 1; count < 50; count++) await call('create_saved_filter', { name: `f${count}`, filters: FILTERS })

    await expect(call('create_saved_filter', { name: 'One more', filters: FILTERS })).rejects.toMatchObject({
      message: expect.stringContaining('at most 50'),
    })
  })
})

describe('saved screens', () => {
  let world: NotifyWorld
  let call: NotifyCall
  beforeEach(async () => {
    world = await notifyWorld()
    call = notifyCaller(world)
  })
  afterEach(() => world[Symbol.asyncDispose]())

  const SCREEN = { filters: ['iv_rank >= 70'], sort: '-net_premium', fields: ['price', 'iv_rank'] }

  it('are saved, listed by name, renamed, replaced and deleted, beside filters of the same name', async () => {
    await onPlan(world, 'delta')
    await call('create_saved_filter', { name: 'Rich', filters: FILTERS })
    const made = await call('create_screen', { name: 'Rich', screen: SCREEN })
    await call('create_screen', { name: 'Mine', screen: { symbols: ['spy', 'NVDA'] } })

    expect(made).toMatchObject({ name: 'Rich', screen: SCREEN, created_at: '2026-11-20T15:00:00.000Z' })
    expect((await call('list_screens'))['data'].map((it: { name: string }) => it.name)).toEqual(['Mine', 'Rich'])
    expect((await call('list_saved_filters'))['data']).toHaveLength(1)
    const { id } = made
    expect(await call('change_screen', { id, name: 'Dear' })).toEqual({ ...made, name: 'Dear' })
    expect(await call('change_screen', { id, screen: { filters: ['rr25 < 0'] } })).toMatchObject({
      name: 'Dear',
      screen: { filters: ['rr25 < 0'] },
    })
    await expect(call('delete_saved_filter', { id })).rejects.toMatchObject({ code: 'not_found' })
    await call('delete_screen', { id })
    expect((await call('list_screens'))['data']).toHaveLength(1)
  })

  it.each<[Record<string, unknown>, string, string]>([
    [{}, 'screen', 'must contain filters or symbols'],
    [{ filters: ['iv_rnk >= 1'] }, 'screen.filters.0', 'the nearest to iv_rnk is iv_rank'],
    [{ filters: ['iv30 > 0'], sort: '-pice' }, 'screen.sort', 'the nearest to pice is price'],
    [{ filters: ['iv30 > 0'], fields: ['price', 'gex'] }, 'screen.fields.1', 'the nearest to gex is'],
  ])('refuse %j and name %s', async (screen, path, words) => {
    await expect(call('create_screen', { name: 'Mine', screen })).rejects.toMatchObject({
      details: { issues: [expect.objectContaining({ path, message: expect.stringContaining(words) })] },
    })
  })
})
