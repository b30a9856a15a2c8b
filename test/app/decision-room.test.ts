import { expect, it } from 'vitest'
import { receiverOf } from '../../src/app/receiver.ts'
import { sha256Hex } from '../../src/lib/node/sha256.ts'
import { remoteMcpDecider } from '../../src/receiver/deciders/remote-mcp/index.ts'
import { testApp } from '../support/app.ts'
import { scriptedBroker } from '../support/broker/scripted-broker.ts'
import { stubModel } from '../support/model/stub-model.ts'
import { anIdea } from '../support/receiver/ideas.ts'

const IDEAS = 40
/** Of the first account on the Vega plan. */
const EMAIL = 'vega-1@optionwire.test'

/** A provider that calls the tools of the service itself, and fails where it gets 429 from them. */
async function burst() {
  const app = await testApp({ MARKET_SYMBOLS: 'AAPL', DECISION_MODE: 'remote_mcp', SERVICE_EMAIL: EMAIL })
  const model = await stubModel()
  const { email, token } = await app.account('vega')
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
  app.parts.address.publicUrl = url
  const decider = remoteMcpDecider({
    provider: 'openai',
    apiKey: 'sk-stub-key',
    model: 'gpt-6.1-terra',
    baseUrl: model.url,
    timeoutMs: 30_000,
    mcpUrl: () => `${url}/mcp`,
    serviceEmail: email,
    serviceToken: token,
    monotonicMs: () => performance.now(),
    random: () => 'mark',
  })
  const receiver = receiverOf(app.parts, { decider, broker: scriptedBroker(), graceMs: 200 })
  const { ledger } = app.parts.store
  for (let index = 0; index < IDEAS; index++) {
    const idea = anIdea({ alert_name: `script:mcp ${index}` })
    const fingerprint = sha256Hex(JSON.stringify(idea))
    await ledger.accept({ fingerprint, idea, payloadSha256: 'x' }, app.clock.now())
  }
  const entries = async () => (await ledger.list({ limit: IDEAS })).map(({ entry }) => entry)
  return {
    app,
    receiver,
    entries,
    queued: async () => (await entries()).filter(({ status }) => status === 'queued').length,
    messagesLeft: async () => {
      const found = await app.parts.store.accounts.byEmail(email)
      return (await app.parts.messageLimits.peek(found?.account.id ?? '')).remaining
    },
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]()
      await model[Symbol.asyncDispose]()
      await app[Symbol.asyncDispose]()
    },
  }
}

it('lets a burst of ideas wait for messages of the tool server, so that none fails', { timeout: 60_000 }, async () => {
  await using it = await burst()
  const { clock } = it.app

  await it.receiver.start()
  await expect.poll(it.messagesLeft, { timeout: 20_000 }).toBeLessThan(16)
  const waiting = await it.queued()
  clock.advance(60_000)
  await expect.poll(it.messagesLeft, { timeout: 20_000 }).toBeLessThan(40)
  clock.advance(60_000)
  await expect.poll(it.queued, { timeout: 20_000 }).toBe(0)

  expect(waiting).toBeGreaterThan(IDEAS / 3)
  expect((await it.entries()).flatMap(({ error }) => error ?? [])).toEqual([])
})
