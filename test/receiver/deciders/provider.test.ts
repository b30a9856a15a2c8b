import { describe, expect, it } from 'vitest'
import { isVendor, openProvider } from '../../../src/receiver/deciders/provider.ts'
import { stubModel } from '../../support/model/stub-model.ts'
import { calm } from './ideas.ts'

describe('the way to the provider', () => {
  it('leads to no other address, even when somebody names one to the SDK', async () => {
    await using own = await stubModel()
    await using other = await stubModel()
    const options = { apiKey: 'sk-stub-key', model: 'm', baseUrl: own.url, timeoutMs: 5000 }
    const { client, callOptions } = await openProvider(options, calm())

    await expect(client.post(`${other.url}/responses`, { body: {}, ...callOptions() })).rejects.toThrow()

    expect([own.requests, other.requests]).toEqual([[], []])
  })
})

describe('the vendor', () => {
  it.each([
    [undefined, true],
    ['https://api.openai.com/v1', true],
    ['https://api.openai.com/v1/', true],
    ['http://api.openai.com/v1', false],
    ['https://api.openai.com.evil.example/v1', false],
    ['http://127.0.0.1:11434/v1', false],
    ['not an address', false],
  ])('is behind %s: %s', (baseUrl, vendor) => {
    expect(isVendor(baseUrl)).toBe(vendor)
  })
})
