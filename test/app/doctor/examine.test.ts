import { writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { doctorCommand } from '../../../src/app/commands/doctor.ts'
import { examine } from '../../../src/app/doctor/examine.ts'
import type { Finding } from '../../../src/app/doctor/finding.ts'
import { reportText } from '../../../src/app/doctor/report.ts'
import { type TestTarget, testTargetIn } from '../../../src/app/doctor/send-test.ts'
import { readCommandLineConfig, readConfig } from '../../../src/app/settings/config.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'
import { smtpPeer } from '../../support/smtp/smtp-peer.ts'
import { cboeVendor } from '../../support/vendors/cboe/server.ts'
import { cboeWorld } from '../../support/vendors/cboe/world.ts'
import { GEMINI_KEY, geminiServer } from '../../support/vendors/gemini/server.ts'

const NOW = new Date('2026-11-20T15:00:00.000Z')
const KEY = 'PKCANARY0123456789'
const SECRET = 'canary-alpaca-secret'
const MODEL_KEY = 'sk-canary-model-key'

interface Scripted {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** A vendor on loopback that answers by path and has the clock of the test, `aheadMs` ahead. */
async function vendor(script: (path: string) => Scripted, aheadMs = 0) {
  const asked: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const peer = await loopback((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    headers.push(request.headers)
    request.resume().on('end', () => {
      const { status = 200, headers: sent = {}, body = {} } = script(path)
      const date = new Date(NOW.getTime() + aheadMs).toUTCString()
      response.writeHead(status, { 'content-type': 'application/json', date, ...sent }).end(JSON.stringify(body))
    })
  })
  return { ...peer, asked, headers }
}

async function loopback(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function findings(
  settings: Record<string, string>,
  tests: readonly TestTarget[] = [],
  timeoutMs = 2_000,
): Promise<Finding[]> {
  const config = readConfig({ ...SECRET_SETTINGS, MARKET_SYMBOLS: 'SPY', ...settings })
  const parts = {
    now: () => NOW,
    monotonicMs: () => 0,
    newId: () => 'id-1',
    randomBytes: (size: number) => new Uint8Array(size),
    timeoutMs,
  }
  return examine(config, tests, parts)
}

const alpaca = (url: string) => ({
  MARKET_SOURCE: 'alpaca',
  ALPACA_API_KEY: KEY,
  ALPACA_API_SECRET: SECRET,
  ALPACA_DATA_URL: url,
  ALPACA_BASE_URL: url,
})

const named = (all: readonly Finding[], name: string) => all.find((finding) => finding.name === name)

describe('the doctor', () => {
  it('asks each endpoint of Alpaca once and shows what is left of the rate limit', async () => {
    const headers = { 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '187' }
    await using peer = await vendor(() => ({ headers, body: { snapshots: { SPY261120C00600000: {} } } }))

    const all = await findings(alpaca(peer.url))

    const market = all.filter(({ section }) => section === 'Market: Alpaca')
    expect(market.map(({ state }) => state)).toEqual(Array(10).fill('ok'))
    expect(new Set(peer.asked.map((path) => path.split('?')[0])).size).toBe(10)
    expect(peer.asked).toHaveLength(10)
    expect(named(all, 'option chain, feed indicative')?.text).toContain('contracts found; 187 of 200 requests')
  })

  it('says what a missing grant takes away, and fails for what the service cannot do without', async () => {
    await using peer = await vendor((path) => {
      if (path.startsWith('/v1/corporate-actions'))
        return { status: 403, body: { message: 'subscription does not permit' } }
      if (path.startsWith('/v2/options/contracts')) return { status: 401, body: { message: 'unauthorized' } }
      if (path.startsWith('/v1beta1/news')) return { status: 429, headers: { 'retry-after': '30' } }
      return {}
    })

    const all = await findings({ ...alpaca(peer.url), ALPACA_ACCOUNT: 'live' })

    expect(named(all, 'corporate actions')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('subscription does not permit'),
      fix: expect.stringContaining('grant'),
    })
    expect(named(all, 'contracts')).toMatchObject({
      state: 'failure',
      fix: expect.stringContaining('ALPACA_ACCOUNT=paper'),
    })
    expect(named(all, 'news')?.fix).toContain('wait 30 seconds')
  })

  it('finds a clock that is wrong', async () => {
    await using right = await vendor(() => ({}))
    await using ahead = await vendor(() => ({}), 90_000)

    expect(named(await findings(alpaca(right.url)), 'skew')?.state).toBe('ok')
    const wrong = named(await findings(alpaca(ahead.url)), 'skew')
    expect(wrong).toMatchObject({ state: 'failure', text: expect.stringMatching(/90\.\d seconds behind/) })
  })

  it('repeats no secret, though a peer does', async () => {
    const said = { message: `bad keys ${KEY} ${SECRET} ${MODEL_KEY} user:pa%40ss hook-token` }
    await using peer = await vendor(() => ({ status: 401, body: said }))
    await using mail = await smtpPeer()
    mail.fail('auth', { status: 535, text: 'no user canary-mail-password' })
    const smtp = new URL(mail.url)
    smtp.password = 'canary-mail-password'

    const all = await findings(
      {
        ...alpaca(peer.url),
        DECISION_MODE: 'local_mcp',
        OPENAI_API_KEY: MODEL_KEY,
        OPENAI_BASE_URL: peer.url,
        SMTP_URL: smtp.href,
        TELEGRAM_BOT_TOKEN: '123456:canary-telegram-token',
        TELEGRAM_BASE_URL: peer.url,
        WEBHOOK_ALLOWED_HOSTS: new URL(peer.url).host,
      },
      [{ channel: 'webhook', address: `${peer.url}/hook-token` }],
    )

    const text = JSON.stringify(all)
    for (const secret of [KEY, SECRET, MODEL_KEY, 'canary', 'hook-token', SECRET_SETTINGS.SESSION_SECRET]) {
      expect(text.includes(secret), secret).toBe(false)
    }
    expect(named(all, 'bot')?.state).toBe('failure')
    expect(all.filter(({ section }) => section === 'Model').map(({ fix }) => fix)).toEqual(['Check OPENAI_API_KEY.'])
    expect(all.find(({ section }) => section === 'Mail: SMTP')).toMatchObject({
      state: 'failure',
      fix: expect.stringContaining('SMTP_URL'),
    })
  })

  it.each([
    ['openai', 'OPENAI', '/models/m-1', 'authorization'],
    ['compatible', 'OPENAI', '/models', 'authorization'],
    ['anthropic', 'ANTHROPIC', '/v1/models/m-1', 'x-api-key'],
    ['google', 'GEMINI', '/v1beta/models/m-1', 'x-goog-api-key'],
  ])('asks %s whether the key may use the model', async (provider, prefix, path, header) => {
    await using peer = await vendor(() => ({ body: { data: [{ id: 'other' }] } }))
    const all = await findings({
      DECISION_MODE: 'local_mcp',
      LLM_PROVIDER: provider,
      [`${prefix}_API_KEY`]: MODEL_KEY,
      [`${prefix}_MODEL`]: 'm-1',
      [`${prefix}_BASE_URL`]: peer.url,
    })

    expect(peer.asked).toEqual([path])
    expect(String(peer.headers[0]?.[header])).toContain(MODEL_KEY)
    const isListed = provider !== 'compatible'
    expect(named(all, 'model m-1')?.state).toBe(isListed ? 'ok' : 'failure')
  })

  it('asks each file of Cboe once, and says what Cboe never has', async () => {
    const roots = [{ root: 'SPY', underlying: 'SPY', spot: 680, expirations: ['2026-12-18'], strikes: [670, 680, 690] }]
    await using cboe = await cboeVendor({ world: cboeWorld({ now: () => NOW, pricedAt: NOW, roots }) })
    cboe.fail('quotes/SPY.json', { status: 403 })
    const all = await findings({ MARKET_SOURCE: 'cboe', CBOE_DATA_URL: cboe.url })

    expect(cboe.requests).toEqual(['options/SPY.json', 'quotes/SPY.json', 'charts/historical/SPY.json'])
    expect(named(all, 'option chain')).toMatchObject({
      state: 'ok',
      text: expect.stringContaining('document of 2026-11-20 15:00:00 UTC, 6 contracts'),
    })
    expect(named(all, 'stock quote')).toMatchObject({
      state: 'warning',
      text: 'HTTP 403. Prices of stocks come from the chain alone.',
      fix: expect.stringContaining('MARKET_SYMBOLS'),
    })
    expect(named(all, 'Cboe, 15 minutes delayed')?.text).toBe(
      'It has no option trades: flow, unusual activity and sentiment are empty; no off-exchange trades: dark-pool levels are empty.',
    )
    expect((await findings({})).map(({ section }) => section)).not.toContain('Market')
  })

  it('repeats what a model provider says as a sentence', async () => {
    await using gemini = await geminiServer({ model: () => ({ text: '' }) })
    const ask = (key: string) =>
      findings({
        DECISION_MODE: 'local_mcp',
        LLM_PROVIDER: 'google',
        GEMINI_API_KEY: key,
        GEMINI_MODEL: 'gemini-3.5-flash',
        GEMINI_BASE_URL: gemini.url,
      })

    expect(named(await ask(GEMINI_KEY), 'model gemini-3.5-flash')?.state).toBe('ok')
    expect(named(await ask('AIzaWrong'), 'model gemini-3.5-flash')).toMatchObject({
      text: 'HTTP 400: API key not valid. Please pass a valid API key. Decisions on trade ideas will fail.',
      fix: 'Check GEMINI_API_KEY.',
    })
  })
})

describe('the doctor of orders, channels and peers that are gone', () => {
  it('fails a service that orders without bounds', async () => {
    await using peer = await vendor(() => ({ body: { status: 'ACTIVE' } }))
    const live = { ...alpaca(peer.url), MARKET_SOURCE: 'simulated', DRY_RUN: 'false' }

    expect(named(await findings(live), 'bounds')).toMatchObject({
      state: 'failure',
      text: expect.stringContaining('MAX_ORDERS_PER_DAY'),
    })
    expect(named(await findings(live), 'paper account')?.state).toBe('ok')
  })

  it('says that an account of the brokerage is blocked', async () => {
    await using peer = await vendor(() => ({ body: { status: 'ACTIVE', trading_blocked: true } }))
    const all = await findings({ ...alpaca(peer.url), MARKET_SOURCE: 'simulated', DRY_RUN: 'false' })

    expect(named(all, 'paper account')).toMatchObject({
      state: 'failure',
      text: expect.stringContaining('trading_blocked'),
    })
  })

  it('knows a trial account of the SMS service, and a sender that is not its own', async () => {
    await using peer = await vendor((path) =>
      path.includes('IncomingPhoneNumbers')
        ? { body: { incoming_phone_numbers: [] } }
        : { body: { status: 'active', type: 'Trial' } },
    )
    const all = await findings({
      TWILIO_ACCOUNT_SID: 'AC0123456789',
      TWILIO_AUTH_TOKEN: 'canary-twilio',
      TWILIO_FROM: '+12025550123',
      TWILIO_BASE_URL: peer.url,
    })

    expect(named(all, 'account')?.text).toContain('a trial: it sends to verified numbers alone')
    expect(named(all, 'sender number')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('TWILIO_FROM'),
    })
  })

  it('signs in to the mail server and sends nothing', async () => {
    await using mail = await smtpPeer()
    const all = await findings({ SMTP_URL: mail.url })

    expect(all.find(({ section }) => section === 'Mail: SMTP')?.state).toBe('ok')
    expect(mail.received).toEqual([])
  })

  it('really sends a test message where one is asked for', async () => {
    await using peer = await vendor(() => ({}))
    const webhook = testTargetIn(`webhook=${peer.url}/hook?a=b`)
    const all = await findings({ WEBHOOK_ALLOWED_HOSTS: new URL(peer.url).host }, webhook ? [webhook] : [])

    expect(peer.asked).toEqual(['/hook?a=b'])
    expect(named(all, 'webhook')).toMatchObject({ section: 'Test messages', state: 'ok' })
  })

  it('names a peer that cannot be reached', async () => {
    const gone = await vendor(() => ({}))
    await gone[Symbol.asyncDispose]()
    const all = await findings(alpaca(gone.url))

    expect(named(all, 'contracts')).toMatchObject({
      state: 'failure',
      text: expect.stringContaining('Not reached: connect ECONNREFUSED'),
    })
    expect(named(all, 'skew')).toBeUndefined()
  })
})

describe('the doctor of a new user', () => {
  const command = (environment: Record<string, string>) =>
    doctorCommand({
      config: () => readConfig(environment),
      lenientConfig: () => readCommandLineConfig(environment),
    })
  const run = async (environment: Record<string, string>, ...args: string[]) => {
    const written: string[] = []
    const failed = await command(environment)
      .run({ args, json: false, stdout: { write: (text) => written.push(String(text)) } })
      .catch((error: unknown) => error)
    return { text: written.join(''), failed: String(failed) }
  }

  it('names the secrets that are missing, with what writes them, and examines the rest', async () => {
    const { text, failed } = await run({})

    expect(failed).toBe('AppError: 2 checks failed.')
    expect(text).toContain('FAIL  SESSION_SECRET: It is required. The service does not start.')
    expect(text).toContain('npm start writes the secrets')
    expect(text).toContain('Market source simulated')
  })

  it('examines the public address from a machine that has only the address, where secrets are no failure', async () => {
    const { text, failed } = await run({ PUBLIC_URL: 'http://options.example' }, '--oauth')

    expect(failed).toBe('AppError: 1 check failed.')
    expect(text).toContain('WARN  SESSION_SECRET: It is required.')
    expect(text).toContain('FAIL  PUBLIC_URL: It is http')
  })

  it('names settings that are wrong, and repeats no value', async () => {
    const { text, failed } = await run({ ...SECRET_SETTINGS, MARKET_SOURCE: 'alpaca', PORT: 'canary-port' })

    expect(failed).toBe('AppError: 3 checks failed.')
    expect(text).toContain('FAIL  ALPACA_API_KEY: It is required by MARKET_SOURCE=alpaca.')
    expect(text).toMatch(/FAIL {2}PORT: It must be/)
    expect(text).not.toContain('canary')
  })
})

describe('the doctor of vendors that do not answer as vendors', () => {
  it('takes the sign-in page of a network for no answer', async () => {
    const page = (_request: IncomingMessage, response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in to the Wi-Fi</body></html>')
    await using peer = await loopback(page)
    const all = await findings({ ...alpaca(peer.url), OPENAI_API_KEY: MODEL_KEY, OPENAI_BASE_URL: `${peer.url}/v1` })
    const peers = all.filter(({ section }) => section === 'Market: Alpaca' || section === 'Model')

    expect(peers.filter(({ state }) => state === 'ok')).toEqual([])
    expect(peers).toHaveLength(11)
    for (const { text, fix } of peers) {
      expect(text).toMatch(/^The answer is not JSON/)
      expect(fix).toMatch(/sign-in page of a network/)
    }
  })

  it('asks an address that keeps it waiting twice, and says so of all the rest', async () => {
    let asked = 0
    await using peer = await loopback(() => void asked++)
    const all = await findings({ ...alpaca(peer.url) }, [], 200)
    const peers = all.filter(({ section }) => section === 'Market: Alpaca')

    expect(asked).toBe(2)
    expect(peers.map(({ text }) => text.split('.')[0])).toEqual([
      ...Array.from({ length: 2 }, () => 'Not reached: no answer in 0'),
      ...Array.from({ length: 8 }, () => 'Not asked, since this address did not answer other requests'),
    ])
  })
})

describe('the folder of backups', () => {
  const found = async (folder: string) =>
    (await findings({ BACKUP_DIR: folder })).find(({ name }) => name === 'BACKUP_DIR')

  it('is examined where one is set', async () => {
    using folder = tempFolder()
    writeFileSync(folder.file('file'), '')

    expect(await found(folder.path)).toMatchObject({ state: 'ok' })
    expect(await found(folder.file('missing'))).toMatchObject({
      state: 'failure',
      text: expect.stringContaining('no backup is made'),
      fix: expect.stringContaining('BACKUP_DIR'),
    })
    expect((await findings({})).some(({ name }) => name === 'BACKUP_DIR')).toBe(false)
  })
})

describe('the report', () => {
  it('groups findings by peer, and counts', () => {
    const finding = {
      section: 'Model',
      name: 'model x',
      state: 'failure',
      text: 'HTTP 401.',
      fix: 'Check it.',
    } as const
    const head = { version: '1.2.3', node: 'v24.0.0', platform: 'linux x64', at: '2026-11-20T15:00:00.000Z' }

    expect(reportText([finding], head).split('\n')).toEqual([
      'Optionwire 1.2.3, Node.js v24.0.0, linux x64, 2026-11-20T15:00:00.000Z',
      '',
      'Model',
      '  FAIL  model x: HTTP 401.',
      '        Fix: Check it.',
      '',
      '1 failure, 0 warnings. This text contains no secrets.',
      '',
    ])
  })

  it('gives the same advice once for each peer', () => {
    const finding = { section: 'Model', name: 'x', state: 'warning', text: 'No.', fix: 'Check it.' } as const
    const head = { version: '1', node: 'v24', platform: 'x', at: 'now' }
    const text = reportText([finding, finding, { ...finding, section: 'Mail' }], head)

    expect(text.match(/Fix: .*/g)).toEqual(['Fix: Check it.', 'Fix: as above.', 'Fix: Check it.'])
  })

  it.each(['slack', 'slack=', 'pigeon=x', ''])('takes no test message for %j', (text) => {
    expect(testTargetIn(text)).toBeUndefined()
  })
})
