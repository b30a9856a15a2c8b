import { describe, expect, it } from 'vitest'
import { alpacaBroker } from '../../src/receiver/brokers/alpaca/index.ts'
import { remoteMcpDecider } from '../../src/receiver/deciders/remote-mcp/index.ts'
import { stubProcess } from '../support/process/stub-process.ts'
import { calm, intent } from './brokers/conformance.ts'
import { asked, ticking } from './deciders/ideas.ts'

describe('the stubs as processes', () => {
  it('keep the orders of a broker’s client, with and without unique ids', async () => {
    await using stub = await stubProcess('stub-broker', { keyId: 'k', secret: 's', uniqueIds: false })
    const broker = alpacaBroker({ keyId: 'k', secret: 's', paper: true, baseUrl: stub.url, timeoutMs: 10_000 })

    const outcomes = [await broker.submit(intent, calm()), await broker.submit(intent, calm())]
    const kept = (await (await fetch(`${stub.url}/_orders`)).json()) as unknown[]

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
    expect(kept).toHaveLength(2)
  })

  it('take orders for faults while they run', async () => {
    await using stub = await stubProcess('stub-broker', { keyId: 'k', secret: 's' })
    const broker = alpacaBroker({ keyId: 'k', secret: 's', paper: true, baseUrl: stub.url, timeoutMs: 10_000 })
    const control = (body: object) => fetch(`${stub.url}/_control`, { method: 'POST', body: JSON.stringify(body) })

    await control({ symbol: 'AAPL', script: 'accept_reset' })
    await control({ fail_queries: 1, fault: '500' })

    expect(await broker.submit(intent, calm())).toMatchObject({ outcome: 'unclear' })
    expect(await broker.find(intent.clientOrderId, calm())).toMatchObject({ outcome: 'unclear' })
    expect(await broker.find(intent.clientOrderId, calm())).toMatchObject({ outcome: 'found' })
  })

  it('answer a decider', async () => {
    await using stub = await stubProcess('stub-model', { apiKey: 'sk-x', defaultScript: 'skip' })
    const decider = remoteMcpDecider({
      provider: 'openai',
      apiKey: 'sk-x',
      model: 'gpt-6.1-terra',
      baseUrl: stub.url,
      timeoutMs: 10_000,
      mcpUrl: () => 'http://127.0.0.1:9/mcp',
      serviceEmail: 'ada@example.com',
      serviceToken: 'ow_x',
      monotonicMs: ticking(1),
      random: () => 'mark',
    })

    expect(await decider.decide(asked(), calm())).toMatchObject({ ok: true, decision: { action: 'skip' } })
    const asks = (await (await fetch(new URL('/_requests', stub.url))).json()) as unknown[]
    expect(asks).toHaveLength(1)
  })
})
