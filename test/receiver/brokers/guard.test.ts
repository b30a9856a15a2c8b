import { describe, expect, it } from 'vitest'
import { admittedOrigin, guard } from '../../../src/receiver/brokers/alpaca/guard.ts'

const orders = 'https://paper-api.alpaca.markets/v2/orders'

function recording() {
  const sent: { url: string; redirect: string | undefined }[] = []
  const fetchApi = async (url: string | URL | Request, init?: RequestInit) => {
    sent.push({ url: String(url), redirect: init?.redirect })
    return new Response('{}', { status: 200 })
  }
  return { sent, fetchApi: fetchApi as typeof fetch }
}

describe('the guard', () => {
  it('sends an order to the address that stands for the paper endpoint and follows no redirect', async () => {
    const { sent, fetchApi } = recording()

    await guard('http://127.0.0.1:9', fetchApi).fetch(orders, { method: 'POST', redirect: 'follow' })

    expect(sent).toEqual([{ url: 'http://127.0.0.1:9/v2/orders', redirect: 'error' }])
  })

  it('holds a second order of one submission back', async () => {
    const { sent, fetchApi } = recording()
    const way = guard('http://127.0.0.1:9', fetchApi)
    await way.fetch(orders, { method: 'POST' })

    await expect(way.fetch(orders, { method: 'POST' })).rejects.toThrow('second request')

    expect(sent).toHaveLength(1)
  })

  it('holds a second order back even when the first one failed', async () => {
    let tries = 0
    const way = guard('http://127.0.0.1:9', (async () => {
      tries++
      throw new TypeError('fetch failed')
    }) as typeof fetch)
    await expect(way.fetch(orders, { method: 'POST' })).rejects.toThrow('fetch failed')

    await expect(way.fetch(orders, { method: 'POST' })).rejects.toThrow('second request')

    expect(tries).toBe(1)
  })

  it.each([
    ['POST', 'https://api.alpaca.markets/v2/orders'],
    ['POST', 'http://paper-api.alpaca.markets/v2/orders'],
    ['POST', 'https://paper-api.alpaca.markets/v2/orders/'],
    ['POST', 'https://paper-api.alpaca.markets/v2/orders?x=1'],
    ['POST', 'https://paper-api.alpaca.markets/v2/positions'],
    ['GET', 'https://paper-api.alpaca.markets/v2/orders'],
    ['GET', 'https://paper-api.alpaca.markets/v2/account'],
    ['DELETE', 'https://paper-api.alpaca.markets/v2/orders'],
    ['PATCH', 'https://paper-api.alpaca.markets/v2/orders'],
    ['POST', 'https://data.alpaca.markets/v2/orders'],
  ])('throws before a socket exists: %s %s', async (method, url) => {
    const { sent, fetchApi } = recording()

    await expect(guard('http://127.0.0.1:9', fetchApi).fetch(url, { method })).rejects.toThrow(/not something/)

    expect(sent).toEqual([])
  })

  it('keeps the status of an answer that is too large to be read', async () => {
    const way = guard(
      'http://127.0.0.1:9',
      (async () => new Response('x'.repeat(70_000), { status: 403 })) as typeof fetch,
    )

    await expect(way.fetch(orders, { method: 'POST' })).rejects.toThrow(/larger than 65536 bytes/)

    expect(way.answer()).toMatchObject({ status: 403, text: null })
  })
})

describe('the admitted address', () => {
  it.each([
    ['https://paper-api.alpaca.markets', 'https://paper-api.alpaca.markets'],
    ['https://paper-api.alpaca.markets/', 'https://paper-api.alpaca.markets'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['http://127.8.9.1:4010', 'http://127.8.9.1:4010'],
    ['http://localhost:4010', 'http://localhost:4010'],
    ['http://[::1]:4010', 'http://[::1]:4010'],
  ])('takes %s', (baseUrl, origin) => {
    expect(admittedOrigin(baseUrl)).toBe(origin)
  })
})
