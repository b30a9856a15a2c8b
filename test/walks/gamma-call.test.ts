import { describe, expect, it } from 'vitest'
import { expectedChain } from '../support/market/expected-chains.ts'
import { sharedDataExists, sharedPath } from '../support/market/shared-data.ts'
import { accountWithKey, run } from '../support/process/command.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { startService } from '../support/service.ts'

const CHAIN = 'spy_quotedata_2025-09-03T0924'

describe.skipIf(!sharedDataExists)('a real chain', () => {
  it('goes in on the command line, and comes out there and over REST with the figures that others compute', async () => {
    using folder = tempFolder()
    const env = { MARKET_SOURCE: 'replay', DATABASE_PATH: folder.file('store.sqlite3') }
    const cli = (...args: string[]) => run('src/cli.ts', args, { cwd: folder.path, env })
    const email = 'ada@optionwire.test'

    const imported = await cli('import', 'chain', sharedPath('data/cboe_csv', `${CHAIN}.csv.gz`), '--symbol', 'SPY')
    const onCommandLine = await cli('gamma_exposure', 'SPY', '--json')
    const token = await accountWithKey(cli, email)
    await using service = await startService({ settings: env, folder: folder.path })
    service.guard(token)
    const overRest = await fetch(`${service.url}/api/v1/stocks/SPY/gamma_exposure`, {
      headers: { 'X-USER-EMAIL': email, 'X-USER-TOKEN': token },
    })

    expect(folder.holds(token)).toBe(false)
    expect(imported, imported.stderr).toMatchObject({ code: 0 })
    expect(imported.stdout).toContain('8504 imported')
    expect(await overRest.json()).toEqual(JSON.parse(onCommandLine.stdout))
    expect(JSON.parse(onCommandLine.stdout)).toMatchObject({
      symbol: 'SPY',
      session_date: '2025-09-02',
      as_of: '2025-09-02T20:00:00.000Z',
      source: 'replay',
      unit: 'usd_per_1pct_move',
    })
    agrees(JSON.parse(onCommandLine.stdout))
  })
})

interface GammaFigures {
  readonly underlying_price: number
  readonly net_gex: number
  readonly call_gex: number
  readonly put_gex: number
  readonly gamma_flip: number
  readonly call_wall: number
  readonly put_wall: number
}

/** The acceptance rule of the reference: close to the band of sound conventions, the same walls. */
function agrees(answer: GammaFigures): void {
  const { band } = expectedChain(`cboe_csv/${CHAIN}`).model
  const gross = answer.call_gex - answer.put_gex
  expect(distance(answer.net_gex, band['net_gex'])).toBeLessThanOrEqual(0.03 * gross)
  expect(distance(answer.gamma_flip, band['gamma_flip'])).toBeLessThanOrEqual(0.01 * answer.underlying_price)
  expect(band['call_wall']).toContain(answer.call_wall)
  expect(band['put_wall']).toContain(answer.put_wall)
}

function distance(value: number, band: readonly [number, number] | null | undefined): number {
  if (!band) return Number.NaN
  return Math.max(band[0] - value, value - band[1], 0)
}
