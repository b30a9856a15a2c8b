import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/app/settings/config.ts'
import { marketWarnings } from '../../../src/app/settings/market-warnings.ts'
import { SECRET_SETTINGS, startService } from '../../support/service.ts'

const warningsOf = (settings: Record<string, string>) => marketWarnings(readConfig({ ...SECRET_SETTINGS, ...settings }))

describe('warnings about the market source', () => {
  it('say that the quotes of Cboe are for personal use', () => {
    expect(warningsOf({ MARKET_SOURCE: 'cboe' })).toEqual([
      expect.stringMatching(/personal use.*not run .* for others/),
    ])
  })

  it('are silent about sources without such terms', () => {
    expect(warningsOf({})).toEqual([])
    expect(warningsOf({ MARKET_SOURCE: 'replay' })).toEqual([])
  })

  it('stand in the log of a service that starts', async () => {
    await using warned = await startService({
      entry: 'test/support/process/own-market-process.ts',
      settings: { MARKET_SOURCE: 'cboe', MARKET_SYMBOLS: 'SPY' },
    })
    expect(warned.output()).toContain('MARKET_SOURCE=cboe is for personal use')

    await using quiet = await startService()
    expect(quiet.output()).not.toContain('personal use')
  })
})
