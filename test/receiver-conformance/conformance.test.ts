import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReceiverService, receiverService } from '../support/receiver-service.ts'
import { type ScriptedBroker, scriptedBroker } from '../support/scripted-broker.ts'
import { SECRET_SETTINGS } from '../support/service.ts'
import { PROFILES, type Profile } from './case.ts'
import { CASES } from './cases/index.ts'
import { runCase, runWord } from './run-case.ts'

const PROVIDER = 'optionomics-neutral'

describe('the conformance suite', () => {
  it('has 250 cases and more, each with an id of its own', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(250)
    expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length)
  })

  it('is data that survives JSON', () => {
    expect(JSON.parse(JSON.stringify(CASES))).toEqual(CASES)
  })

  describe.each(Object.keys(PROFILES) as Profile[])('under the settings %s', (profile) => {
    const cases = CASES.filter((it) => it.profile === profile)
    let service: ReceiverService
    let broker: ScriptedBroker

    beforeAll(async () => {
      broker = scriptedBroker()
      service = await receiverService({ settings: PROFILES[profile], broker })
    })
    afterAll(() => service[Symbol.asyncDispose]())

    it.each(cases.map((it, index) => [it.id, it.title, it, index] as const))(
      '%s: %s',
      async (_id, _title, one, index) => {
        const target = { url: service.url, secret: SECRET_SETTINGS.WEBHOOK_SECRET, provider: PROVIDER }

        expect(await runCase(target, one, runWord(profile, index))).toEqual([])
      },
    )

    it('ordered nothing twice, and never failed on its own side', () => {
      const ids = broker.submitted.map(({ clientOrderId }) => clientOrderId)

      expect(new Set(ids).size).toBe(ids.length)
      expect(service.logged.filter((line) => line.includes('"request failed"'))).toEqual([])
    })
  })
})
