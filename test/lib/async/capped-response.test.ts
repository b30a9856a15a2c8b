import { describe, expect, it } from 'vitest'
import { cappedResponse } from '../../../src/lib/async/capped-response.ts'

describe('a capped response', () => {
  it('is the same answer while it is small enough', async () => {
    const response = cappedResponse(new Response('12345', { status: 201, headers: { 'x-kept': 'yes' } }), 5)

    expect({ status: response.status, xKept: response.headers.get('x-kept'), text: await response.text() }).toEqual({
      status: 201,
      xKept: 'yes',
      text: '12345',
    })
  })

  it('fails when one byte more comes', async () => {
    await expect(cappedResponse(new Response('123456'), 5).text()).rejects.toThrow('larger than 5 bytes')
  })

  it('fails on a body without an end instead of holding it', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) })

    await expect(cappedResponse(new Response(endless), 10_000).text()).rejects.toThrow('larger than 10000 bytes')
  })

  it('leaves an answer without a body alone', async () => {
    expect(await cappedResponse(new Response(null, { status: 204 }), 5).text()).toBe('')
  })
})
