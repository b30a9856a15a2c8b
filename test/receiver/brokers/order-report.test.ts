import { describe, expect, it } from 'vitest'
import { bracket, calm, intent } from './conformance.ts'
import { faultsOfQuestions, KEYS, opened } from './opened-account.ts'

describe('the report of an order at Alpaca', () => {
  it('is its fill and that of its exits', async () => {
    await using account = await opened()
    await account.broker.submit(bracket, calm())
    const id = account.stub.orders[0]?.id ?? ''
    account.stub.life.fill(bracket.clientOrderId, { qty: 2, price: 100.25 })
    account.stub.life.exit(bracket.clientOrderId, 'stop', 94.9)

    expect(await account.broker.report(id, calm())).toEqual({
      outcome: 'reported',
      report: {
        status: 'filled',
        filledQty: 2,
        filledAvgPrice: 100.25,
        exits: [
          {
            orderId: expect.stringMatching(/.+/),
            kind: 'take_profit',
            status: 'canceled',
            price: 110,
            filledQty: 0,
            filledAvgPrice: null,
          },
          {
            orderId: expect.stringMatching(/.+/),
            kind: 'stop_loss',
            status: 'filled',
            price: 95,
            filledQty: 2,
            filledAvgPrice: 94.9,
          },
        ],
      },
    })
    expect(account.stub.requests.at(-1)?.path).toBe(`/v2/orders/${id}?nested=true`)
  })

  it('is absent for an order that the brokerage has no more', async () => {
    await using account = await opened()

    expect(await account.broker.report('3f1c0a52-0000-4000-8000-000000000000', calm())).toEqual({ outcome: 'absent' })
  })

  it.each([...faultsOfQuestions(/200/), ['hang', /timed out/] as const])(
    'that meets "%s" is unclear, without the keys',
    async (fault, text) => {
      await using account = await opened(fault === 'hang' ? 100 : 5000)
      await account.broker.submit(intent, calm())
      const id = account.stub.orders[0]?.id ?? ''
      account.stub.failHeld('/v2/orders/', fault)

      const outcome = await account.broker.report(id, calm())

      expect(outcome).toEqual({ outcome: 'unclear', text: expect.stringMatching(text) })
      expect(JSON.stringify(outcome)).not.toMatch(KEYS)
    },
  )

  it('is not asked for by an id of another form', async () => {
    await using account = await opened()

    expect(await account.broker.report('../account', calm())).toMatchObject({ outcome: 'unclear' })
    expect(account.stub.requests).toEqual([])
  })
})

describe('the updates of orders at Alpaca', () => {
  function listening(account: Awaited<ReturnType<typeof opened>>) {
    const stop = new AbortController()
    const said: string[] = []
    const ended = account.broker.listen(
      {
        connected: () => void said.push('connected'),
        updated: (symbol) => void said.push(symbol),
        disconnected: (text) => void said.push(`disconnected: ${text}`),
      },
      stop.signal,
    )
    return { stop, said, ended }
  }

  it('name the symbol, entry and exits alike, until the caller stops', async () => {
    await using account = await opened()
    const { stop, said, ended } = listening(account)
    await expect.poll(() => said).toEqual(['connected'])
    await account.broker.submit(bracket, calm())

    account.stub.life.fill(bracket.clientOrderId, { qty: 2, price: 100 })
    account.stub.stream.sendRaw('no JSON')
    account.stub.stream.sendRaw('[]')
    account.stub.stream.sendRaw('{"stream":"trade_updates","data":{"event":"fill","order":{"symbol":""}}}')
    account.stub.life.exit(bracket.clientOrderId, 'limit', 110)
    await expect.poll(() => said).toEqual(['connected', 'AAPL', 'AAPL', 'AAPL'])
    stop.abort()

    expect(await ended).toBe(true)
    await expect.poll(() => account.stub.stream.listening).toBe(0)
    expect(said).toHaveLength(4)
  })

  it('end with the connection, and say that they were complete', async () => {
    await using account = await opened()
    const { said, ended } = listening(account)
    await expect.poll(() => account.stub.stream.listening).toBe(1)

    account.stub.stream.cut()

    expect(await ended).toBe(true)
    expect(said.at(-1)).toMatch(/^disconnected/)
  })

  it('do not begin where the keys are refused, the address is dead or a setting is missing', async () => {
    await using refused = await opened(5000, 'PKOTHERKEY')
    const first = listening(refused)
    const dead = await opened()
    await dead.stub[Symbol.asyncDispose]()
    const second = listening(dead)
    await using unset = await opened(5000, '')
    const third = listening(unset)

    expect(await Promise.all([first.ended, second.ended, third.ended])).toEqual([false, false, false])
    expect(first.said).toEqual(['disconnected: auth failed'])
    expect(second.said).toEqual([expect.stringContaining('ECONNREFUSED')])
    expect(third.said).toEqual([expect.stringContaining('ALPACA_API_KEY')])
    expect(refused.stub.stream.handshakes).toBe(1)
  })
})
