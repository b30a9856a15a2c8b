import { hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { processMark, processSpace } from '../../src/lib/node/process-mark.ts'
import { scriptedBroker } from '../support/broker/scripted-broker.ts'
import { scriptedDecider } from '../support/model/scripted-decider.ts'
import { anIdea } from '../support/receiver/ideas.ts'
import { receiverService } from '../support/receiver/receiver-service.ts'

const HOST = `${hostname()} ${processSpace()}`
const mark = processMark(process.ppid) ?? ''

async function ideaHeldBy(instance: { host: string; pid: number; mark: string }) {
  const service = await receiverService({ works: false, broker: scriptedBroker() })
  const { store } = service.parts
  const now = new Date()
  await store.receiverInstances.add({ id: 'other', ...instance }, now)
  await store.ledger.accept({ fingerprint: 'f'.repeat(64), idea: anIdea(), payloadSha256: 'x' }, now)
  const until = new Date(now.getTime() + 30_000)
  await store.ledgerClaims.claim({ owner: 'other-claim', instance: 'other', now, until })
  return service
}

const statusOf = async (service: Awaited<ReturnType<typeof receiverService>>) =>
  (await service.parts.store.ledger.byFingerprint('f'.repeat(64)))?.entry.status

describe('a start of the receiver', () => {
  it('takes over at once what a process of this machine left that is gone', async () => {
    await using service = await ideaHeldBy({ host: HOST, pid: 2 ** 22 + 1, mark: '1' })

    await service.receiver.start()
    service.receiver.wake()
    await expect.poll(() => statusOf(service), { timeout: 10_000 }).toBe('dry_run')

    expect(service.logged.join('')).toMatch(/"taken_over":1.*resuming unfinished ideas/)
    expect((await service.parts.store.receiverInstances.ofHost(HOST)).map(({ pid }) => pid)).toEqual([process.pid])
  })

  it.skipIf(mark === '')('takes over from a process whose number was given to another one', async () => {
    await using service = await ideaHeldBy({ host: HOST, pid: process.ppid, mark: `${mark}0` })

    await service.receiver.start()
    await expect.poll(() => statusOf(service), { timeout: 10_000 }).toBe('dry_run')
  })

  it.each([
    ['a process that lives', { host: HOST, pid: process.ppid, mark }],
    ['another machine', { host: 'elsewhere', pid: 2 ** 22 + 1, mark: '1' }],
  ])('leaves alone what is held by %s', async (_name, instance) => {
    await using service = await ideaHeldBy(instance)

    await service.receiver.start()

    expect(await service.parts.store.ledgerClaims.releaseOf(['other'])).toBe(1)
    expect(await service.parts.store.receiverInstances.ofHost(instance.host)).toContainEqual({
      id: 'other',
      ...instance,
    })
  })

  it('is not ready once the work has failed three times in a row, and ready again when it goes on', async () => {
    await using service = await receiverService()
    const { ledgerClaims } = service.parts.store
    const { claim } = ledgerClaims
    const isReady = async () => (await fetch(`${service.url}/health/ready`)).status === 200
    const before = await isReady()

    ledgerClaims.claim = () => Promise.reject(new Error('broken'))
    for (let index = 0; index < 8; index++) service.receiver.wake()
    await expect.poll(isReady, { timeout: 15_000 }).toBe(false)
    ledgerClaims.claim = claim
    await expect.poll(isReady, { timeout: 15_000 }).toBe(true)

    expect(before).toBe(true)
    expect(service.logged.join('')).toContain('the work on an idea failed')
  })

  it('leaves no trace of the process when it ends', async () => {
    const service = await receiverService({ decider: scriptedDecider() })
    const { store } = service.parts
    const during = await store.receiverInstances.ofHost(HOST)

    await service.receiver[Symbol.asyncDispose]()

    expect(during).toHaveLength(1)
    expect(await store.receiverInstances.ofHost(HOST)).toEqual([])
    await service[Symbol.asyncDispose]()
  })
})
