import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountCreate } from '../../src/accounts/operations/admin/account-create.ts'
import { contextOf, OPERATOR } from '../../src/app/parts.ts'
import { invoke } from '../../src/catalogue/invoke.ts'
import { type StubBroker, stubBroker } from '../support/broker/stub-broker.ts'
import { type StubModel, stubModel } from '../support/model/stub-model.ts'
import { type ReceiverService, receiverService } from '../support/receiver/receiver-service.ts'
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
    let model: StubModel
    let broker: StubBroker

    beforeAll(async () => {
      model = await stubModel()
      broker = await stubBroker()
      service = await receiverService({
        asSet: true,
        settings: { ...settingsOf(model, broker), ...PROFILES[profile] },
      })
      const settings: Readonly<Record<string, string>> = PROFILES[profile]
      const approver = settings['APPROVERS']
      if (approver !== undefined) await addApprover(service, approver)
    })
    afterAll(async () => {
      await service[Symbol.asyncDispose]()
      await model[Symbol.asyncDispose]()
      await broker[Symbol.asyncDispose]()
    })

    it.each(cases.map((it, index) => [it.id, it.title, it, index] as const))(
      '%s: %s',
      async (_id, _title, one, index) => {
        const target = { url: service.url, secret: SECRET_SETTINGS.WEBHOOK_SECRET, provider: PROVIDER }

        expect(await runCase(target, one, runWord(profile, index))).toEqual([])
      },
    )

    it('ordered nothing twice, and never failed on its own side', () => {
      const ids = broker.orders.map(({ client_order_id: id }) => id)

      expect(new Set(ids).size).toBe(ids.length)
      expect(service.logged.filter((line) => line.includes('"request failed"'))).toEqual([])
    })
  })
})

async function addApprover({ parts }: ReceiverService, email: string): Promise<void> {
  const account = { email, password: 'a password of a test', plan: 'delta', verified: true }
  await invoke(accountCreate, account, contextOf(parts, { caller: OPERATOR }))
}

/** Model and brokerage over real HTTP, in their vendors' formats. */
function settingsOf(model: StubModel, broker: StubBroker): Record<string, string> {
  return {
    OPENAI_API_KEY: 'sk-stub-key',
    OPENAI_BASE_URL: model.url,
    LLM_TIMEOUT_MS: '3000',
    SERVICE_EMAIL: 'receiver@optionwire.test',
    SERVICE_TOKEN: 'ow_stub-service-token',
    ALPACA_API_KEY: 'PKTESTKEY',
    ALPACA_API_SECRET: 'stub-broker-secret',
    ALPACA_BASE_URL: broker.url,
    BROKER_TIMEOUT_MS: '1500',
  }
}
