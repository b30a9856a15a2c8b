import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { identity } from '../../../src/accounts/operations/identity.ts'
import { telegramChannel } from '../../../src/notifications/channels/telegram/index.ts'
import { type ChatLinkParts, readChats, releaseChats } from '../../../src/notifications/workers/chat-links.ts'
import { type TestClock, testClock } from '../../support/clock.ts'
import { anAccount } from '../../support/market/rows.ts'
import { type NotifyCall, notifyCaller } from '../../support/notifications/notify-caller.ts'
import { ACCOUNT, type NotifyWorld, notifyWorld } from '../../support/notifications/notify-world.ts'
import { startTelegram, type Telegram } from '../../support/telegram/server.ts'

const TOKEN = '4242:AAcanary-of_the-bots-token'
const never = () => new AbortController().signal

interface Reader extends ChatLinkParts {
  readonly logged: unknown[]
  readonly pauses: number[]
}

let clock: TestClock
let telegram: Telegram
let channel: ReturnType<typeof telegramChannel>
let world: NotifyWorld
let call: NotifyCall
let reader: Reader
function startAfresh(): void {
  beforeEach(async () => {
    clock = testClock()
    const { now } = clock
    // A poll that nothing ends is over at once, as on a clock that moves on.
    const sleep = async (ms: number) => clock.advance(ms)
    telegram = await startTelegram({ token: TOKEN, now, sleep })
    channel = telegramChannel({ token: TOKEN, baseUrl: telegram.baseUrl, now })
    world = await notifyWorld({ channels: [channel] })
    call = notifyCaller(world)
    reader = readerOf('i1')
  })
  afterEach(async () => {
    await channel.close()
    await telegram[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })
}

function readerOf(name: string): Reader {
  const { bot } = channel
  if (!bot) throw new Error('the channel has no bot')
  const logged: unknown[] = []
  const pauses: number[] = []
  return {
    store: world.store,
    notifier: world.notifier,
    identity: identity({ sessionSecret: 's'.repeat(32), randomBytes: (size) => new Uint8Array(size) }),
    channel: 'telegram',
    bot,
    reader: name,
    now: world.clock.now,
    newId: world.newId,
    publicUrl: () => 'https://options.example',
    pause: async (ms) => void pauses.push(ms),
    log: (message, fields) => void logged.push([message, fields]),
    logged,
    pauses,
  }
}

const newLink = async () => (await call('link_chat', { channel: 'telegram' }))['url'] as string
const shown = async () => (await call('show_notification_settings'))['channels'].telegram
const replies = () => telegram.messages.map(({ chatId, text }) => [chatId, text])
const ann = { id: 7, first_name: 'Ann', username: 'ann_trades' }
async function linked(): Promise<void> {
  telegram.opensLink(ann, await newLink())
  await readChats(reader, never())
}

describe('a Telegram chat', () => {
  startAfresh()

  it('is linked by the code of the account, switched on, and told so', async () => {
    expect(await shown()).toEqual({ enabled: false, configured: true, chat: null, state: null })

    telegram.opensLink(ann, await newLink())
    expect(await readChats(reader, never())).toBe(true)

    expect(await shown()).toEqual({ enabled: true, configured: true, chat: '@ann_trades', state: 'active' })
    expect(replies()).toEqual([[7, 'This chat is linked. Your alerts from Optionwire come here.']])
    expect(await call('test_notification_channel', { channel: 'telegram' })).toMatchObject({ status: 'sent' })
    expect(telegram.messages.at(-1)?.text).toContain('Test message')
    expect(JSON.stringify(await world.store.endpoints.ofAccount(ACCOUNT))).not.toContain('"7"')
  })

  it('gets what is raised, and nothing after it was unlinked', async () => {
    await linked()
    await world.raise({})
    await world.dispatcher.run()
    expect(telegram.messages.at(-1)?.text).toMatch(/^News 1\nBody\./)

    await call('unlink_chat', { channel: 'telegram' })
    const before = telegram.messages.length
    await world.raise({})
    await world.dispatcher.run()

    expect(telegram.messages).toHaveLength(before)
    expect(await shown()).toMatchObject({ chat: null, state: null })
    await expect(call('unlink_chat', { channel: 'telegram' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is not linked by a code that was used, replaced, made up, or is too old', async () => {
    const used = await newLink()
    telegram.opensLink(ann, used)
    await readChats(reader, never())
    telegram.opensLink({ id: 8 }, used)
    const replaced = await newLink()
    const late = await newLink()
    telegram.opensLink({ id: 9 }, replaced)
    telegram.userSends({ id: 10 }, '/start made_up')
    await readChats(reader, never())
    world.clock.advance(10 * 60_000)
    telegram.opensLink({ id: 11 }, late)
    await readChats(reader, never())

    expect((await shown()).chat).toBe('@ann_trades')
    const invalid =
      'This link was used already or has expired. Make a new one in the settings of Optionwire: https://options.example/settings'
    expect(replies().slice(1)).toEqual([8, 9, 10, 11].map((id) => [id, invalid]))
  })

  it('is told what to do when the bot is started without a code, and nothing when it just talks', async () => {
    telegram.userSends(ann, '/start')
    telegram.userSends(ann, 'hello /start abc')
    await readChats(reader, never())

    expect(replies()).toEqual([
      [7, 'To get your alerts here, link this chat in the settings of Optionwire: https://options.example/settings'],
    ])
  })

  it('can be a group, by the command with the name of the bot', async () => {
    telegram.people.chats.addGroup({ id: -100, title: 'The desk\nof options' })
    const code = new URL(await newLink()).searchParams.get('start')
    telegram.people.groupSends(-100, 7, `/start@optionwire_test_bot ${code}`)
    await readChats(reader, never())

    expect((await shown()).chat).toBe('The desk of options')
  })

  it('is replaced by another one, to which goes what waited', async () => {
    await linked()
    const [before] = await world.store.endpoints.ofAccount(ACCOUNT)
    telegram.opensLink({ id: 8, first_name: 'Ann at work' }, await newLink())
    await readChats(reader, never())

    const after = await world.store.endpoints.ofAccount(ACCOUNT)
    expect(after.map(({ id, label }) => [id, label])).toEqual([[before?.id, 'Ann at work']])
  })

  it('may be that of two accounts, and ends in both when the bot is blocked, until it is unblocked', async () => {
    await linked()
    await world.store.accounts.add(anAccount({ id: 'bob', email: 'bob@example.com' }))
    const [endpoint] = await world.store.endpoints.ofAccount(ACCOUNT)
    if (!endpoint) throw new Error('no chat was linked')
    await world.store.endpoints.put({ ...endpoint, id: 'of-bob', accountId: 'bob' })
    const states = async () =>
      (await world.store.endpoints.byIds([endpoint.id, 'of-bob'])).map(({ health }) => health.state)

    telegram.blockedBy(7)
    await readChats(reader, never())
    expect(await states()).toEqual(['disabled', 'disabled'])

    telegram.people.unblockedBy(7)
    await readChats(reader, never())
    expect(await states()).toEqual(['active', 'active'])
  })

  it('ends with the reason of Telegram when a message finds out first that the bot is blocked', async () => {
    await linked()
    telegram.blockedBy(7)
    await world.raise({})
    await world.dispatcher.run()

    const { data } = await call('list_deliveries')
    const delivery = data.find((it: { channel: string }) => it.channel === 'telegram')
    expect(delivery).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('You blocked the bot in Telegram'),
    })
    expect((await shown()).state).toBe('disabled')
  })

  it('is followed when its group becomes a supergroup, by an update as by a message that finds out', async () => {
    for (const [id, next, isRead] of [
      [-100, -1_001_000_000_001, true],
      [-200, -1_001_000_000_002, false],
    ] as const) {
      telegram.people.chats.addGroup({ id, title: 'Desk' })
      const code = new URL(await newLink()).searchParams.get('start')
      telegram.people.groupSends(id, 7, `/start ${code}`)
      await readChats(reader, never())
      telegram.people.upgrades(id, next)
      if (isRead) await readChats(reader, never())
      await world.raise({})
      await world.dispatcher.run()
      expect(telegram.messages.at(-1)?.chatId).toBe(next)

      const known = await world.store.endpoints.ofAccount(ACCOUNT)
      const endpoint = known.find((it) => it.channel === 'telegram')
      expect(endpoint?.addressDigest).toBe(world.notifier.box.digest(String(next)))
      expect((await shown()).state).toBe('active')
    }
  })
})

describe('the reader of Telegram chats', () => {
  startAfresh()

  it('is read by one of several processes, and by the next one where that one stopped', async () => {
    const second = readerOf('i2')
    await linked()
    telegram.opensLink({ id: 8, first_name: 'Second' }, await newLink())
    expect(await readChats(second, never())).toBe(false)
    expect((await shown()).chat).toBe('@ann_trades')

    await releaseChats(reader)
    expect(await readChats(second, never())).toBe(true)

    expect((await shown()).chat).toBe('Second')
    const polls = telegram.calls.filter(({ method }) => method === 'getUpdates')
    expect(polls.at(-1)?.params['offset']).toBe(String(100_000_002))
    expect(polls.at(-1)?.params['timeout']).toBe('20')
    expect(JSON.parse(polls.at(-1)?.params['allowed_updates'] ?? '')).toEqual(['message', 'my_chat_member'])
  })

  it('loses no event when the process dies before it was stored', async () => {
    telegram.opensLink(ann, await newLink())
    const dying = { ...reader, store: { ...world.store, transaction: failingAfter(1) } }
    await expect(readChats(dying, never())).rejects.toThrow('killed')

    await readChats(reader, never())

    expect((await shown()).chat).toBe('@ann_trades')
  })

  function failingAfter(good: number): typeof world.store.transaction {
    let left = good
    return (work) => {
      if (left-- > 0) return world.store.transaction(work)
      return Promise.reject(new Error('killed'))
    }
  }

  it.each([
    [
      'another reader',
      { status: 409, description: 'Conflict: terminated by other getUpdates request' },
      60_000,
      /Another program/,
    ],
    ['a token that is not valid', { status: 401, description: 'Unauthorized' }, 60_000, /TELEGRAM_BOT_TOKEN/],
    ['too many requests', { retryAfter: 77 }, 77_000, /429/],
    ['a proxy that fails', { status: 502, html: true }, 5_000, /502/],
    ['a cut connection', { drop: 'before' as const }, 5_000, /closed the connection/],
  ])('waits and says why where nothing can be read: %s', async (_what, fault, pauseMs, words) => {
    telegram.fault({ method: 'getUpdates', ...fault })

    expect(await readChats(reader, never())).toBe(false)

    expect(reader.pauses).toEqual([pauseMs])
    expect(reader.logged).toEqual([
      ['the messages of a bot could not be read', { channel: 'telegram', reason: expect.stringMatching(words) }],
    ])
    expect(JSON.stringify(reader.logged)).not.toContain('canary')
    await linked()
    expect((await shown()).chat).toBe('@ann_trades')
  })

  it('says nothing when the service itself stops while it reads', async () => {
    telegram.fault({ method: 'getUpdates', hang: true })
    const stopping = new AbortController()
    const reading = readChats(reader, stopping.signal)
    stopping.abort()

    expect(await reading).toBe(false)
    expect(reader.logged).toEqual([])
  })

  it('is linked although the reply is refused, which is logged', async () => {
    telegram.opensLink(ann, await newLink())
    telegram.fault({ method: 'sendMessage', status: 500, description: 'Internal Server Error' })
    await readChats(reader, never())

    expect((await shown()).chat).toBe('@ann_trades')
    expect(reader.logged).toEqual([['a reply of a bot was not sent', expect.objectContaining({ channel: 'telegram' })]])
  })

  it('passes over updates that are not as documented, once', async () => {
    telegram.people.push('message', { strange: true })
    telegram.opensLink(ann, await newLink())

    expect(await readChats(reader, never())).toBe(true)

    expect((await shown()).chat).toBe('@ann_trades')
    expect(await readChats(reader, never())).toBe(false)
  })

  it('reads an update of the greatest size', async () => {
    telegram.userSends(ann, '🐳'.repeat(2_000).padEnd(4_096, '\u0001'))
    for (let count = 0; count < 19; count++) telegram.userSends(ann, '🐳'.repeat(2_000))
    telegram.opensLink(ann, await newLink())

    await readChats(reader, never())
    await readChats(reader, never())

    expect((await shown()).chat).toBe('@ann_trades')
  })

  it('cannot be linked while Telegram does not say who the bot is', async () => {
    telegram.fault({ method: 'getMe', status: 500, description: 'Internal Server Error' })

    await expect(newLink()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await newLink()).toMatch(/^https:\/\/t\.me\/optionwire_test_bot\?start=[\w-]{24}$/)
  })
})
