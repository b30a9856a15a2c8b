import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportCommand } from '../../../src/app/commands/export.ts'
import { type TestAccount, type TestApp, testApp } from '../../support/app.ts'
import { type TempFolder, tempFolder } from '../../support/process/temp-folder.ts'
import { anIdeaRecord } from '../../support/receiver/idea-records.ts'
import { anIdea } from '../../support/receiver/ideas.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

/** When ideas came: on Tuesday evening and early on Wednesday in New York, and on the weekend of now. */
const TIMES = {
  tuesday: '2026-11-25T02:30:00.000Z',
  wednesday: '2026-11-25T05:00:00.000Z',
  saturday: '2026-11-29T04:59:59.000Z',
  sunday: '2026-11-29T15:00:00.000Z',
} as const

const FINGERPRINTS = { tuesday: 'a', wednesday: 'b', saturday: 'c', sunday: 'd' } as const
const DAYS = ['tuesday', 'wednesday', 'saturday', 'sunday'] as const

let app: TestApp
let account: TestAccount
let folder: TempFolder
let base: string
let ledgerPath: string
beforeAll(async () => {
  app = await testApp({ MARKET_SYMBOLS: 'AAPL' })
  folder = tempFolder()
  app.clock.set('2026-11-29T18:00:00.000Z')
  account = await app.account('vega')
  base = await app.server.listen({ port: 0, host: '127.0.0.1' })
  ledgerPath = `/webhooks/${app.parts.config.receiver.provider}/export/ledger`
  const { store } = app.parts
  for (const day of DAYS) {
    await store.tradeIdeas.add({
      ...anIdeaRecord({ id: day, symbol: day.toUpperCase() }),
      generatedMs: Date.parse(TIMES[day]),
    })
    const accepted = { fingerprint: FINGERPRINTS[day].repeat(64), idea: anIdea(), payloadSha256: day }
    await store.ledger.accept(accepted, new Date(TIMES[day]))
  }
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

async function get(path: string, headers: Record<string, string>) {
  const answer = await fetch(`${base}${path}`, { headers })
  return { status: answer.status, text: await answer.text() }
}
const ledger = (query: string) => get(`${ledgerPath}?${query}`, { 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET })
const ideas = (query: string) => get(`/api/v1/export/ideas?${query}`, account.key)
/** The days of which a file has the idea. */
const daysOfLedger = (text: string) => DAYS.filter((day) => text.includes(FINGERPRINTS[day].repeat(64)))
const daysOfIdeas = (text: string) => DAYS.filter((day) => text.includes(`\n${day},`))

describe.each([
  ['the ledger', ledger, daysOfLedger],
  ['ideas', ideas, daysOfIdeas],
] as const)('an export of %s on a Sunday', (_name, exported, daysOf) => {
  it('ends today, whether or not the exchanges trade', async () => {
    expect(daysOf((await exported('')).text)).toEqual(DAYS)
    expect(daysOf((await exported('from=2026-11-28')).text)).toEqual(['saturday', 'sunday'])
  })

  it('counts days from midnight to midnight in New York', async () => {
    expect(daysOf((await exported('from=2026-11-24&to=2026-11-24')).text)).toEqual(['tuesday'])
    expect(daysOf((await exported('from=2026-11-25&to=2026-11-25')).text)).toEqual(['wednesday'])
    expect(daysOf((await exported('from=2026-11-28&to=2026-11-28')).text)).toEqual(['saturday'])
  })

  it('refuses a day after today by its default', async () => {
    const { status, text } = await exported('from=2026-11-30')

    expect(status).toBe(422)
    const message = 'must not be after to, which is 2026-11-29 by default'
    expect(JSON.parse(text).errors).toEqual([{ path: 'from', message }])
  })
})

it('an export of the market on a Sunday ends with the last session', async () => {
  const bars = (query: string) => app.get(`/api/v1/export/bars?symbols=AAPL&${query}`, account.key)

  expect((await bars('from=2026-11-27')).body).toContain('\r\nAAPL,2026-11-27,')
  expect((await bars('from=2026-11-28')).json().errors).toEqual([
    { path: 'from', message: 'must not be after to, which is 2026-11-27 by default' },
  ])
})

it('the command line exports the ledger of the weekend too', async () => {
  const file = folder.file('ledger.csv')
  const command = exportCommand({ parts: async () => app.parts })
  const args = ['ledger', '--from', '2026-11-28', '--output', file]
  await command.run({ args, json: false, stdout: { write: () => true } })

  expect(daysOfLedger(readFileSync(file, 'utf8'))).toEqual(['saturday', 'sunday'])
})
