import { shardIndexOf } from '../../../../src/lib/node/shard-index.ts'
import { addAccount } from '../../add-account.ts'
import type { RunningService } from '../../service.ts'
import { NUMBERS, type TwilioPeer } from '../../sms/twilio-peer.ts'
import { signIn } from '../service-process.ts'
import type { ChaosDatabase } from './database.ts'
import { LARGE_USD, premiumsOf } from './vendor.ts'

export const SHARDS = 2
const PASSWORD = 'correct horse battery'
const MAX_USERS = 12

export interface User {
  readonly id: string
  readonly email: string
  readonly password: string
  /** The headers of its key. */
  readonly key: Record<string, string>
}

export interface Users {
  /** Wants each print, on the bell and by webhooks, and makes keys. */
  readonly ada: User
  /** Watches the symbol, and asks more than it may. */
  readonly bob: User
  /** Wants large prints as SMS, and signs in and out. */
  readonly cyd: User
  /** Each wants the prints of a minute or so by webhooks: of all prints the plan of one account sends too few. */
  readonly subscribers: readonly User[]
  /** All, of whom each shard has one at least. */
  readonly all: readonly User[]
}

/** Prints of a subscriber: fewer than its plan sends in an hour. */
const PRINTS_EACH = 150

async function added({ url, run }: ChaosDatabase, email: string): Promise<User> {
  const token = await addAccount(url(), { email, password: PASSWORD })
  const [row] = await run(`select id from accounts where email = '${email}'`)
  return { id: String(row?.['id']), email, password: PASSWORD, key: { 'x-user-email': email, 'x-user-token': token } }
}

/** `prints`: how many will be traded, about. */
export async function addUsers(database: ChaosDatabase, prints: number): Promise<Users> {
  const user = (name: string) => added(database, `${name}@optionwire.test`)
  const [ada, bob, cyd] = [await user('ada'), await user('bob'), await user('cyd')]
  const subscribers: User[] = []
  while (subscribers.length * PRINTS_EACH < prints) subscribers.push(await user(`subscriber-${subscribers.length}`))
  const all = [ada, bob, cyd, ...subscribers]
  const shards = () => new Set(all.map(({ id }) => shardIndexOf(id, SHARDS)))
  for (let count = 0; shards().size < SHARDS && count < MAX_USERS; count++) all.push(await user(`other-${count}`))
  return { ada, bob, cyd, subscribers, all }
}

/** A call that is expected to work, because nothing fails yet. */
async function call({ url }: RunningService, path: string, given: RequestInit & { readonly json: object }) {
  const { json, headers, ...rest } = given
  const answer = await fetch(`${url}/api/v1${path}`, {
    ...rest,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(json),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
}

/** What the users want to be notified of, and where. */
export async function setUpUsers(
  api: RunningService,
  { ada, bob, cyd, subscribers, all }: Users,
  { sinkUrl, twilio }: { readonly sinkUrl: string; readonly twilio: TwilioPeer },
): Promise<void> {
  for (const { key, email } of [ada, bob, ...subscribers]) {
    const webhook = { enabled: true, url: `${sinkUrl}/${email}` }
    await call(api, '/notification_settings', { method: 'PATCH', headers: key, json: { channels: { webhook } } })
  }
  await verifyPhone(api, cyd, twilio)
  const every = { name: 'Each print', source: 'option_flow', criteria: { symbols: ['SPY'] }, cooldown_minutes: 0 }
  const large = { ...every, name: 'Large prints', criteria: { symbols: ['SPY'], premium_min: LARGE_USD } }
  const share = (index: number) => ({
    ...every,
    name: `Prints of part ${index}`,
    criteria: { symbols: ['SPY'], ...premiumsOf(index * PRINTS_EACH + 1, (index + 1) * PRINTS_EACH) },
  })
  for (const user of all) {
    const index = subscribers.indexOf(user)
    const rule = user === ada ? every : index < 0 ? large : share(index)
    await call(api, '/alerts', { method: 'POST', headers: user.key, json: rule })
  }
  await call(api, '/watchlist', { method: 'PUT', headers: bob.key, json: { symbols: ['SPY'] } })
}

async function verifyPhone(api: RunningService, { key }: User, { sent }: TwilioPeer): Promise<void> {
  const headers = key
  await call(api, '/notification_settings/phone', {
    method: 'POST',
    headers,
    json: { phone_number: NUMBERS.good },
  })
  const code = /\d{6}/.exec(sent.at(-1)?.body ?? '')?.[0]
  await call(api, '/notification_settings/phone/verify', { method: 'POST', headers, json: { code } })
  await call(api, '/notification_settings', {
    method: 'PATCH',
    headers,
    json: { channels: { sms: { enabled: true } } },
  })
  sent.splice(0)
}

/** The header of a new session. */
export async function sessionOf(api: RunningService, user: User): Promise<Record<string, string>> {
  const { email, password } = user
  return { cookie: await signIn(api, { email, password }) }
}
