import { describe, expect, it } from 'vitest'
import { ledgerCommand } from '../../../src/app/commands/ledger.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { aDecision, anIdea } from '../../support/receiver/ideas.ts'
import { type ReceiverService, receiverService } from '../../support/receiver/receiver-service.ts'

const FAILED = 'a'.repeat(64)
const QUEUED = 'b'.repeat(64)

async function withEntries(): Promise<ReceiverService> {
  const service = await receiverService({ works: false })
  const { store, now } = service.parts
  await store.ledger.accept({ fingerprint: FAILED, idea: anIdea(), payloadSha256: 'x' }, now())
  const job = await store.ledgerClaims.claim({ owner: 'o', instance: 'i', now: now(), until: now() })
  if (!job) throw new Error('nothing to claim')
  await store.ledgerOutcomes.decided(job, aDecision(), { model: 'gpt-test', estimatedCostUsd: 0.01 }, now())
  await store.ledgerOutcomes.finish(job, { status: 'failed', error: 'no \u001b[31mpower' }, now())
  await store.ledger.accept({ fingerprint: QUEUED, idea: anIdea({ symbol: 'MSFT' }), payloadSha256: 'y' }, now())
  return service
}

async function run(service: ReceiverService, args: readonly string[], json = false): Promise<string> {
  let written = ''
  const stdout = {
    write(text: string) {
      written += text
    },
  }
  await ledgerCommand({ parts: async () => service.parts }).run({ args, json, stdout })
  return written
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error) => (error instanceof AppError ? error.code : String(error)),
  )
}

describe('the command ledger', () => {
  it('lists entries, filtered, as a table and as JSON', async () => {
    await using service = await withEntries()

    const table = await run(service, ['list'])
    const failed = JSON.parse(await run(service, ['list', '--status', 'failed'], true))

    expect(table).toMatch(/MSFT[^\n]*queued[^\n]*\n[^\n]*AAPL[^\n]*failed/)
    expect(table).not.toContain('\u001b')
    expect(failed).toMatchObject([{ fingerprint: FAILED, status: 'failed', phase: 'done', attempts: 1 }])
    expect(await run(service, ['list', '--symbol', 'zzz'])).toContain('no such entries')
  })

  it('shows an entry with what the decision cost', async () => {
    await using service = await withEntries()

    const shown = JSON.parse(await run(service, ['show', FAILED.toUpperCase()], true))

    expect(shown).toMatchObject({
      fingerprint: FAILED,
      decision: { action: 'buy' },
      duplicates: 0,
      usage: { model: 'gpt-test', estimatedCostUsd: 0.01 },
    })
    expect(await run(service, ['show', FAILED])).toContain('gpt-test')
  })

  it('queues a failed entry again, once, and no other', async () => {
    await using service = await withEntries()

    const answer = JSON.parse(await run(service, ['retry', FAILED], true))

    expect(answer).toEqual({ fingerprint: FAILED, status: 'queued' })
    expect(await service.parts.store.ledger.byFingerprint(FAILED)).toMatchObject({
      phase: 'decided',
      entry: { status: 'queued', error: null },
    })
    expect(await codeOf(run(service, ['retry', FAILED]))).toBe('conflict')
    expect(await codeOf(run(service, ['retry', QUEUED]))).toBe('conflict')
  })

  it.each([
    [[], 'invalid'],
    [['drop'], 'invalid'],
    [['show'], 'invalid'],
    [['show', FAILED, 'more'], 'invalid'],
    [['show', 'aaaa'], 'not_found'],
    [['retry', 'c'.repeat(64)], 'not_found'],
    [['list', '--status', 'pending'], 'invalid'],
    [['list', '--limit', '0'], 'invalid'],
    [['list', '--what'], 'invalid'],
  ])('refuses %j as %s', async (args, code) => {
    await using service = await withEntries()

    expect(await codeOf(run(service, args))).toBe(code)
  })
})
