import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Bus, inProcessBus } from '../../../src/store/processes/bus.ts'
import { RemoteBus, type Wire } from '../../../src/store/processes/remote-bus.ts'
import { postgresUrl, testSchema } from '../../support/postgres.ts'
import { busOver, type Hints, valkeyUrl } from '../../support/processes.ts'

const wires = [...(postgresUrl ? ['postgres'] : []), ...(valkeyUrl ? ['valkey'] : [])].map(
  (it) => [it as Hints] as const,
)

function heardBy(bus: Bus): string[] {
  const heard: string[] = []
  bus.subscribe('feed', (accountId) => heard.push(accountId))
  return heard
}

/** Until a process listens, hints are lost. */
async function untilHeard(from: Bus, heard: readonly string[]): Promise<void> {
  await expect
    .poll(
      () => {
        from.publish('feed', 'first')
        return heard.length
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)
}

describe.each(wires)('a bus over %s', (hints) => {
  it('reaches this process at once and the others soon, each once', async () => {
    await using schema = await testSchema()
    await using one = busOver(hints, schema.url, schema.name)
    await using other = busOver(hints, schema.url, schema.name)
    const [own, heard] = [heardBy(one), heardBy(other)]
    await untilHeard(one, heard)
    own.length = 0

    one.publish('feed', 'ada')
    const atOnce = [...own]
    one.publish('due', '')
    one.publish('feed', 'bob')
    await expect.poll(() => heard.includes('bob'), { timeout: 20_000 }).toBe(true)

    expect(atOnce).toEqual(['ada'])
    expect(own).toEqual(['ada', 'bob'])
    expect(heard.filter((it) => it !== 'first')).toEqual(['ada', 'bob'])
  })

  it('carries more hints of one moment than one message holds', async () => {
    await using schema = await testSchema()
    await using one = busOver(hints, schema.url, schema.name)
    await using other = busOver(hints, schema.url, schema.name)
    const heard = heardBy(other)
    await untilHeard(one, heard)
    const accounts = Array.from({ length: 2_000 }, (_, index) => `account ${index} of a service é`)

    for (const accountId of accounts) one.publish('feed', accountId)
    await expect.poll(() => heard.at(-1), { timeout: 20_000 }).toBe(accounts.at(-1))

    expect(heard.filter((it) => it !== 'first')).toEqual(accounts)
  })

  it('does not reach the processes of another service', async () => {
    await using schema = await testSchema()
    await using another = await testSchema()
    await using one = busOver(hints, schema.url, schema.name)
    await using other = busOver(hints, schema.url, schema.name)
    await using foreign = busOver(hints, another.url, another.name)
    await using neighbour = busOver(hints, another.url, another.name)
    const [heard, heardThere, foreignHeard] = [heardBy(other), heardBy(neighbour), heardBy(foreign)]
    await untilHeard(one, heard)
    await untilHeard(foreign, heardThere)
    foreignHeard.length = 0

    one.publish('feed', 'ada')
    await expect.poll(() => heard.includes('ada'), { timeout: 20_000 }).toBe(true)
    foreign.publish('feed', 'bob')
    await expect.poll(() => heardThere.includes('bob'), { timeout: 20_000 }).toBe(true)

    expect(foreignHeard).toEqual(['bob'])
    expect(heardThere).not.toContain('ada')
  })
})

describe.skipIf(!postgresUrl)('a bus over PostgreSQL', () => {
  it('hears again after its connections were ended', async () => {
    await using schema = await testSchema()
    await using one = busOver('postgres', schema.roleUrl, schema.name)
    await using other = busOver('postgres', schema.roleUrl, schema.name)
    const heard = heardBy(other)
    await untilHeard(one, heard)

    await schema.cut()
    heard.length = 0
    await untilHeard(one, heard)

    expect(new Set(heard)).toEqual(new Set(['first']))
  })
})

/** A wire whose texts a test sees, and that fails as it says. */
function seenWire() {
  const sent: string[] = []
  const wire = {
    failure: null as Error | null,
    take: (_text: string): void => undefined,
  }
  const own: Wire = {
    async send(text) {
      if (wire.failure) throw wire.failure
      sent.push(text)
    },
    receive(onText) {
      wire.take = onText
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  return { sent, wire, own }
}

describe('a bus', () => {
  it('gathers hints of a moment, each once, and sends them at its end at the latest', async () => {
    const { sent, own } = seenWire()
    const bus = new RemoteBus({ processId: 'p', wire: own, onLost: () => undefined })
    for (const accountId of ['a', 'b', 'a']) bus.publish('feed', accountId)
    await bus[Symbol.asyncDispose]()

    expect(sent).toEqual(['["p",[["feed","a"],["feed","b"]]]'])
  })

  it('reports lost hints once until some arrive again', async () => {
    const { sent, wire, own } = seenWire()
    const lost: unknown[] = []
    const bus = new RemoteBus({ processId: 'p', wire: own, onLost: (error) => lost.push(error) })
    const send = async (failure: Error | null) => {
      wire.failure = failure
      bus.publish('feed', 'a')
      const { length } = sent
      if (!failure) await expect.poll(() => sent.length).toBeGreaterThan(length)
    }
    const failures = [new Error('one'), new Error('two'), new Error('three')]
    await send(failures[0] ?? null)
    await expect.poll(() => lost.length).toBe(1)
    await send(failures[1] ?? null)
    await bus[Symbol.asyncDispose]()
    expect(lost).toEqual([failures[0]])

    await send(null)
    await send(failures[2] ?? null)
    await expect.poll(() => lost.length).toBe(2)
    expect(lost).toEqual([failures[0], failures[2]])
  })

  it.each([
    '',
    '{}',
    '[]',
    '["q"]',
    '["q",[["feed"]]]',
    '["q",[["feed",7]]]',
    '["q",[["unknown","a"]]]',
    '["q",[null]]',
  ])('leaves out what another program sends: %s', (text) => {
    const { wire, own } = seenWire()
    const bus = new RemoteBus({ processId: 'p', wire: own, onLost: () => undefined })
    const heard = heardBy(bus)

    wire.take(text)
    wire.take('["q",[["feed","a"]]]')

    expect(heard).toEqual(['a'])
  })

  it('of one process reaches its listeners at once, until they unsubscribe', () => {
    const bus = inProcessBus('p')
    const heard: string[] = []
    const unsubscribe = bus.subscribe('due', (subject) => heard.push(subject))
    bus.publish('due', 'a')
    unsubscribe()
    bus.publish('due', 'b')

    expect(heard).toEqual(['a'])
  })
})

it('NOTIFY stands in the wire alone, whose connection never begins a transaction', () => {
  const src = join(import.meta.dirname, '../../../src')
  const naming = (pattern: RegExp) =>
    readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && pattern.test(readFileSync(join(src, file), 'utf8')))
      .sort()
  const text = (file: string) => readFileSync(join(src, file), 'utf8')

  expect(naming(/pg_notify|['"`]\s*notify [\w$"]+['"`,]/i)).toEqual(['store/processes/postgres-wire.ts'])
  expect(naming(/new SideConnection\(/)).toEqual([
    'store/postgres/server-clock.ts',
    'store/postgres/service-place.ts',
    'store/processes/postgres-leases.ts',
    'store/processes/postgres-wire.ts',
  ])
  expect(text('store/processes/postgres-wire.ts') + text('store/postgres/side-connection.ts')).not.toMatch(
    /['"`](begin|start transaction|insert|update|delete)\b/i,
  )
})
