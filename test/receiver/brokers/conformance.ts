import { describe, expect, it } from 'vitest'
import type { AmountIntent, Broker, ExitIntent } from '../../../src/receiver/ports/broker.ts'

/** An account with 1,000 USD that may buy AAPL and holds nothing, made new for each test. */
export interface BrokerUnderTest extends AsyncDisposable {
  readonly broker: Broker
}

export const intent: AmountIntent = {
  clientOrderId: 'om-820cfb2fdf9df54c369e1250',
  symbol: 'AAPL',
  side: 'buy',
  notional: '100.00',
}
/** AAPL costs 100 USD where the account has a price. */
export const bracket: ExitIntent = {
  clientOrderId: 'om-820cfb2fdf9df54c369e1251',
  symbol: 'AAPL',
  side: 'buy',
  style: 'bracket',
  qty: '2',
  timeInForce: 'gtc',
  takeProfit: '110.00',
  stopLoss: '95.00',
}
export const calm = () => new AbortController().signal

/** What every broker holds to, whoever is behind it. */
export function describeBroker(name: string, open: () => Promise<BrokerUnderTest>): void {
  describe(`${name} as a broker`, () => {
    it('accepts an order and knows it from then on', async () => {
      await using account = await open()

      const submitted = await account.broker.submit(intent, calm())
      const found = await account.broker.find(intent.clientOrderId, calm())

      expect(submitted).toEqual({
        outcome: 'accepted',
        order: {
          orderId: expect.stringMatching(/.+/),
          clientOrderId: intent.clientOrderId,
          symbol: 'AAPL',
          status: expect.stringMatching(/^[a-z_]+$/),
          side: 'buy',
          notional: '100.00',
        },
      })
      expect(found).toEqual({ outcome: 'found', order: submitted.outcome === 'accepted' && submitted.order })
    })

    it.each<[string, Partial<ExitIntent>]>([
      ['two exits', {}],
      ['a stop alone', { style: 'oto', takeProfit: null }],
      ['a target alone', { style: 'oto', stopLoss: null, timeInForce: 'day' }],
    ])('accepts whole shares with %s, and knows them from then on', async (_case, change) => {
      await using account = await open()
      const order = { ...bracket, ...change }

      const submitted = await account.broker.submit(order, calm())
      const found = await account.broker.find(order.clientOrderId, calm())

      expect(submitted).toMatchObject({ outcome: 'accepted', order: { notional: null, qty: '2', side: 'buy' } })
      expect(found).toEqual({ outcome: 'found', order: submitted.outcome === 'accepted' && submitted.order })
    })

    it('takes a client order id once, for ever', async () => {
      await using account = await open()
      const first = await account.broker.submit(intent, calm())

      const second = await account.broker.submit({ ...intent, notional: '50.00' }, calm())

      expect(second).toEqual({ outcome: 'id_in_use', text: expect.stringContaining('client_order_id') })
      const found = await account.broker.find(intent.clientOrderId, calm())
      expect(found).toEqual({ outcome: 'found', order: first.outcome === 'accepted' && first.order })
    })

    it('does not know an order that was never placed', async () => {
      await using account = await open()

      expect(await account.broker.find('om-000000000000000000000000', calm())).toEqual({ outcome: 'absent' })
    })

    it.each([
      ['an unknown symbol', { symbol: 'NOASSET' }, /not found/],
      ['a short sale by amount', { symbol: 'NOSHORT', side: 'sell' as const }, /sold short/],
      ['more than the buying power', { symbol: 'NOPOWER', notional: '999999.00' }, /buying power/],
    ])('refuses %s in the words of the brokerage, and keeps no order', async (_case, change, words) => {
      await using account = await open()

      const outcome = await account.broker.submit({ ...intent, ...change }, calm())

      expect(outcome).toEqual({ outcome: 'refused', text: expect.stringMatching(words) })
      expect(await account.broker.find(intent.clientOrderId, calm())).toEqual({ outcome: 'absent' })
    })

    it('says that nobody knows when it was stopped, and does not throw', async () => {
      await using account = await open()
      const stopped = AbortSignal.abort()

      expect(await account.broker.submit(intent, stopped)).toMatchObject({ outcome: 'unclear' })
      expect(await account.broker.find(intent.clientOrderId, stopped)).toMatchObject({ outcome: 'unclear' })
      expect(await account.broker.find(intent.clientOrderId, calm())).toEqual({ outcome: 'absent' })
    })
  })
}
