import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { missingDecisionSetting } from '../../../src/app/decider-and-broker.ts'
import { readConfig, SETTING_NAMES, SettingsError } from '../../../src/app/settings/config.ts'
import { unsetBounds } from '../../../src/app/settings/receiver-warnings.ts'
import { vapidKeys } from '../../support/push/vapid-keys.ts'
import { NO_GUARDS } from '../../support/receiver/guards.ts'

const needed = { SESSION_SECRET: 's'.repeat(32), WEBHOOK_SECRET: 'w'.repeat(16) }

describe('the settings', () => {
  it('need nothing but the two secrets', () => {
    const config = readConfig(needed)

    expect(config.listen).toEqual({
      host: '127.0.0.1',
      port: 3000,
      trustProxy: false,
      maxConnectionsPerAddress: 200,
      allowedHosts: [],
    })
    expect(config.publicUrl).toBe('http://127.0.0.1:3000')
    expect(config.databasePath).toBe('bot.sqlite3')
    expect(config.accounts).toEqual({ mailToLog: false, signUps: 'closed' })
    expect(config.market.symbols.length).toBeGreaterThanOrEqual(40)
    expect(config.receiver).toMatchObject({ dryRun: true, minConfidence: 0.72, maxNotionalUsd: 250 })
  })

  it('hold the risk-free rates by maturity', () => {
    const ratesOf = (curve: string) => readConfig({ ...needed, RISK_FREE_CURVE: curve }).market.rates
    expect(ratesOf('')).toBeNull()
    expect(ratesOf('1y:3.8,6m:4')).toMatchObject({ date: null, points: [{ years: 0.5 }, { years: 1 }] })
  })

  it('are all reported at once when they are bad or missing, and no value is repeated', () => {
    const bad = { SESSION_SECRET: 'short-canary', PORT: '99999', DRY_RUN: 'canary-maybe', MARKET_SOURCE: 'canary-moon' }

    const report = messageOf(() => readConfig(bad))

    for (const name of ['SESSION_SECRET', 'WEBHOOK_SECRET is required', 'PORT', 'DRY_RUN', 'MARKET_SOURCE']) {
      expect(report).toContain(name)
    }
    expect(report).not.toMatch(/canary|99999/)
  })

  it.each(['true', '1', 'yes', 'ON', ' y ', 'T'])('read %j as on', (value) => {
    expect(readConfig({ ...needed, DRY_RUN: value }).receiver.dryRun).toBe(true)
  })

  it.each(['false', '0', 'No', 'off', 'n', 'F'])('read %j as off', (value) => {
    expect(readConfig({ ...needed, DRY_RUN: value }).receiver.dryRun).toBe(false)
  })

  it.each(['', ' ', 'maybe', 'tru', '2', 'null', 'undefined'])(
    'refuse the switch %j, which never means live',
    (value) => {
      expect(() => readConfig({ ...needed, DRY_RUN: value })).toThrow(SettingsError)
    },
  )

  it.each([
    ['MAX_NOTIONAL_USD', '0'],
    ['MAX_NOTIONAL_USD', 'Infinity'],
    ['MAX_NOTIONAL_USD', 'NaN'],
    ['MAX_NOTIONAL_USD', ''],
    ['MIN_LLM_CONFIDENCE', '1.01'],
    ['MIN_LLM_CONFIDENCE', '-0.1'],
    ['WEBHOOK_SECRET', 'x'.repeat(15)],
    ['WEBHOOK_SECRET', ' '.repeat(20)],
    ['WEBHOOK_SECRET', 'ümlaut-ümlaut-ümlaut'],
    ['WEBHOOK_SECRET', ` ${'x'.repeat(20)}`],
    ['WEBHOOK_SECRET', `${'x'.repeat(20)} `],
    ['DRY_RUN', '"true"'],
    ['MIN_LLM_CONFIDENCE', '72'],
    ['MIN_LLM_CONFIDENCE', 'nan'],
    ['MAX_NOTIONAL_USD', '1e999'],
    ['MAX_NOTIONAL_USD', '-1'],
    ['DECISION_MODE', 'llm'],
    ['LLM_TIMEOUT_MS', '0'],
    ['LLM_TIMEOUT_MS', '1.5'],
    ['BROKER_TIMEOUT_MS', '300001'],
    ['ALPACA_BASE_URL', 'https://api.alpaca.markets'],
    ['ALPACA_BASE_URL', 'http://paper-api.alpaca.markets'],
    ['ALPACA_BASE_URL', 'https://paper-api.alpaca.markets.example.com'],
    ['ALPACA_BASE_URL', 'https://paper-api.alpaca.markets:8443'],
    ['ALPACA_BASE_URL', 'https://user:pass@paper-api.alpaca.markets'],
    ['ALPACA_BASE_URL', 'https://paper-api.alpaca.markets/v2'],
    ['ALPACA_BASE_URL', 'http://localhost.example.com'],
    ['ALPACA_BASE_URL', 'http://127.0.0.1.example.com'],
    ['ALPACA_BASE_URL', 'http://10.0.0.1:8080'],
    ['KILL_SWITCH', 'maybe'],
    ['KILL_SWITCH', ''],
    ['MAX_ORDERS_PER_DAY', ''],
    ['MAX_ORDERS_PER_DAY', '0'],
    ['MAX_ORDERS_PER_DAY', '1.5'],
    ['MAX_NOTIONAL_PER_DAY_USD', '0'],
    ['SYMBOL_COOLDOWN_MINUTES', '-5'],
    ['MAX_DECISIONS_PER_HOUR', 'many'],
    ['WEBHOOK_PROVIDER', 'Upper'],
    ['WEBHOOK_PROVIDER', 'a/b'],
    ['PORT', '3000.5'],
    ['PUBLIC_URL', 'ftp://example.test'],
    ['MARKET_SYMBOLS', 'SPY,,QQQ'],
    ['RISK_FREE_CURVE', '1m:4.1,3m'],
    ['MARKET_SPEED', '0'],
    ['SMTP_URL', 'http://example.test'],
    ['MARKET_SOURCE', 'nasdaq'],
    ['ALPACA_ACCOUNT', 'Live'],
    ['ALPACA_DATA_FEED', 'sip,iex'],
    ['ALPACA_DATA_FEED', ''],
    ['ALPACA_DATA_URL', 'ftp://data.test'],
    ['ALPACA_BASE_URL', 'https://api.alpaca.markets'],
    ['ALPACA_BASE_URL', 'https://paper-api.alpaca.markets/v2'],
    ['TWILIO_ACCOUNT_SID', 'SK1'],
    ['TWILIO_FROM', '2025550123'],
    ['TWILIO_BASE_URL', 'ftp://example.test'],
    ['FCM_SERVICE_ACCOUNT', '{"project_id":"p"}'],
    ['FCM_BASE_URL', 'nowhere'],
    ['VAPID_PRIVATE_KEY', 'short'],
    ['VAPID_SUBJECT', 'operator@example.com'],
    ['WEBHOOK_ALLOWED_HOSTS', 'sink.example'],
    ['WEBHOOK_ALLOWED_HOSTS', '127.0.0.1:80,,'],
  ])('refuse %s=%j', (name, value) => {
    expect(messageOf(() => readConfig({ ...needed, [name]: value }))).toContain(name)
  })

  it.each([
    'https://paper-api.alpaca.markets',
    'https://paper-api.alpaca.markets/',
    'http://127.0.0.1:9',
    'http://localhost:8080',
    'http://[::1]:8080',
  ])('take %j as the address of the brokerage', (address) => {
    expect(readConfig({ ...needed, ALPACA_BASE_URL: address }).broker.baseUrl).toBe(address.replace(/\/$/, ''))
  })

  it('leave the receiver safe and its further bounds off when nothing is set', () => {
    const { receiver, decision, broker, secrets } = readConfig(needed)

    expect(receiver).toMatchObject({ dryRun: true, allowShortSelling: false, alpacaPaper: true })
    expect(receiver.guards).toEqual(NO_GUARDS)
    expect(decision).toMatchObject({ mode: 'remote_mcp', timeoutMs: 120_000, baseUrl: undefined, mcpUrl: undefined })
    expect(broker).toEqual({ baseUrl: undefined, timeoutMs: 15_000 })
    expect(secrets).toMatchObject({ openaiKey: undefined, alpacaKey: undefined })
  })

  it('ask OpenAI where nothing else is said, and another server only at its address', () => {
    const compatible = { ...needed, LLM_PROVIDER: 'compatible' }

    expect(readConfig(needed).decision.provider).toBe('openai')
    expect(messageOf(() => readConfig(compatible))).toContain('OPENAI_BASE_URL is required by LLM_PROVIDER=compatible')
    const config = readConfig({
      ...compatible,
      OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
      SERVICE_EMAIL: 'a@b.test',
    })
    expect(config.decision.provider).toBe('compatible')
    expect([missingDecisionSetting(config), missingDecisionSetting(readConfig(needed))]).toEqual([
      'SERVICE_TOKEN',
      'OPENAI_API_KEY',
    ])
  })

  it.each([
    ['anthropic', 'ANTHROPIC', 'claude-sonnet-5-5', 'remote_mcp'],
    ['google', 'GEMINI', 'gemini-3.8-flash', 'local_mcp'],
  ])('take key, model and address of %s from its own settings', (provider, prefix, model, mode) => {
    const chosen = { ...needed, LLM_PROVIDER: provider, DECISION_MODE: mode, OPENAI_API_KEY: 'sk-other' }
    const own = { [`${prefix}_MODEL`]: 'mine', [`${prefix}_BASE_URL`]: 'https://gateway.example' }

    expect(readConfig(chosen).decision).toMatchObject({ provider, model, baseUrl: undefined })
    expect(missingDecisionSetting(readConfig(chosen))).toBe(`${prefix}_API_KEY`)
    expect(readConfig({ ...chosen, ...own }).decision).toMatchObject({
      model: 'mine',
      baseUrl: 'https://gateway.example',
    })
    const keyed = readConfig({ ...chosen, [`${prefix}_API_KEY`]: 'a-key', SERVICE_EMAIL: 'a@b.test' })
    expect(missingDecisionSetting(keyed)).toBe('SERVICE_TOKEN')
    expect(Object.values(keyed.secrets)).toContain('a-key')
  })

  it('refuse that Gemini calls the tools itself, which it cannot', () => {
    expect(messageOf(() => readConfig({ ...needed, LLM_PROVIDER: 'google' }))).toContain('must be local_mcp')
    expect(readConfig({ ...needed, LLM_PROVIDER: 'google', DECISION_MODE: 'rules' }).decision.mode).toBe('rules')
  })

  it('never let fixed rules trade, and say so beside all other mistakes', () => {
    const live = { ...needed, DECISION_MODE: 'rules', DRY_RUN: 'off' }

    expect(messageOf(() => readConfig(live))).toContain('DRY_RUN must be true with DECISION_MODE=rules')
    expect(messageOf(() => readConfig({ ...live, PORT: 'x' }))).toMatch(/PORT[\s\S]*DRY_RUN must be true/)
    expect(readConfig({ ...live, DRY_RUN: 'true' }).decision.mode).toBe('rules')
  })

  it('refuse a replay of a market that is never closed', () => {
    const both = { ...needed, MARKET_OFF_HOURS: 'replay', MARKET_ALWAYS_OPEN: 'on' }

    expect(messageOf(() => readConfig(both))).toContain('MARKET_OFF_HOURS must be closed with MARKET_ALWAYS_OPEN=true')
    expect(readConfig({ ...both, MARKET_ALWAYS_OPEN: 'off' }).market.offHours).toBe('replay')
  })
})

describe('the settings of channels and addresses', () => {
  it('name what is missing of a channel, and a wrong key pair, beside all other mistakes', () => {
    const { publicKey, subject } = vapidKeys()
    const report = messageOf(() =>
      readConfig({
        ...needed,
        TWILIO_ACCOUNT_SID: 'AC1',
        VAPID_PUBLIC_KEY: publicKey,
        VAPID_PRIVATE_KEY: vapidKeys().privateKey,
        VAPID_SUBJECT: subject,
        FCM_SERVICE_ACCOUNT: 'canary',
        WEBHOOK_ALLOWED_HOSTS: 'canary',
      }),
    )

    expect(report).toContain('TWILIO_AUTH_TOKEN is required with TWILIO_ACCOUNT_SID')
    expect(report).toContain('TWILIO_FROM is required with TWILIO_ACCOUNT_SID')
    expect(report).toContain('VAPID_PUBLIC_KEY must be the public half of VAPID_PRIVATE_KEY')
    expect(report).toContain('  FCM_SERVICE_ACCOUNT is not the JSON of a key file')
    expect(report).toContain('  WEBHOOK_ALLOWED_HOSTS must hold pairs')
    expect(report).not.toContain('canary')
  })

  it('make the channels that are set up', () => {
    const { publicKey, privateKey, subject } = vapidKeys()
    const { channels, secrets } = readConfig({
      ...needed,
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'twilio-token',
      TWILIO_FROM: '+12025550123',
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: subject,
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:8080, sink.internal:9000',
    })

    expect(channels).toEqual({
      MAIL_FROM: 'Optionwire <optionwire@localhost>',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'twilio-token',
      TWILIO_FROM: '+12025550123',
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: subject,
      WEBHOOK_ALLOWED_HOSTS: ['127.0.0.1:8080', 'sink.internal:9000'],
    })
    expect(secrets.channels).toEqual(['twilio-token', privateKey])
  })

  it.each([
    'OPENAI_API_KEY',
    'TWILIO_AUTH_TOKEN',
    'FCM_SERVICE_ACCOUNT',
    'WEBHOOK_ALLOWED_HOSTS',
    'ALPACA_API_KEY',
    'ALPACA_ACCOUNT',
    'SERVICE_TOKEN',
    'MCP_URL',
    'OPENAI_BASE_URL',
  ])('take an empty %s for one that is not set', (name) => {
    expect(readConfig({ ...needed, [name]: '' })).toEqual(readConfig(needed))
  })

  it('show the loopback address of a wildcard host, and none before a free port is known', () => {
    expect(readConfig({ ...needed, HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://127.0.0.1:8080')
    expect(readConfig({ ...needed, PORT: '0' }).publicUrl).toBeUndefined()
    expect(readConfig({ ...needed, PUBLIC_URL: 'https://o.example.test/' }).publicUrl).toBe('https://o.example.test')
  })
})

describe('the settings of the source alpaca', () => {
  const keys = { ALPACA_API_KEY: 'CANARY-key', ALPACA_API_SECRET: 'CANARY-secret' }

  it('name the keys that it needs, and only when it is chosen', () => {
    expect(messageOf(() => readConfig({ ...needed, MARKET_SOURCE: 'alpaca', ALPACA_API_SECRET: ' ' }))).toMatch(
      /ALPACA_API_KEY is required by MARKET_SOURCE=alpaca\n {2}ALPACA_API_SECRET is required/,
    )
    expect(readConfig({ ...needed, MARKET_SOURCE: 'cboe' }).market.source).toBe('cboe')
    expect(readConfig({ ...needed, ...keys, MARKET_SOURCE: 'alpaca' }).secrets.alpacaKey).toBe('CANARY-key')
  })

  it.each([
    [undefined, { stocks: 'iex', options: 'indicative' }],
    ['sip', { stocks: 'sip', options: 'opra' }],
    ['opra', { stocks: 'sip', options: 'opra' }],
    ['iex', { stocks: 'iex', options: 'indicative' }],
    ['indicative, SIP', { stocks: 'sip', options: 'indicative' }],
    ['delayed_sip,opra', { stocks: 'delayed_sip', options: 'opra' }],
  ])('read the feeds %j', (names, feeds) => {
    const given = names === undefined ? {} : { ALPACA_DATA_FEED: names }
    expect(readConfig({ ...needed, ...given }).market.alpaca.feeds).toEqual(feeds)
  })
})

describe('the account of the keys', () => {
  it.each([
    [{}, 'paper'],
    [{ ALPACA_API_KEY: 'PKxyz' }, 'paper'],
    [{ ALPACA_API_KEY: 'AKxyz' }, 'live'],
    [{ ALPACA_API_KEY: 'xyz', ALPACA_ACCOUNT: 'live' }, 'live'],
    [{ ALPACA_API_KEY: 'AKxyz', ALPACA_ACCOUNT: 'paper' }, 'paper'],
  ])('of %j is %s', (given, account) => {
    expect(readConfig({ ...needed, ...given }).market.alpaca.account).toBe(account)
  })

  it('moves what the market source reads, and never where orders go', () => {
    const paper = 'https://paper-api.alpaca.markets'
    const live = readConfig({ ...needed, ALPACA_API_KEY: 'AKxyz', ALPACA_BASE_URL: paper })

    expect(live.broker.baseUrl).toBe(paper)
    expect(live.market.alpaca).toMatchObject({ account: 'live', tradingUrl: undefined })
    expect(readConfig({ ...needed, ALPACA_ACCOUNT: 'live' }).broker.baseUrl).toBeUndefined()
    expect(messageOf(() => readConfig({ ...needed, ALPACA_ACCOUNT: 'live', ALPACA_BASE_URL: LIVE_ORIGIN }))).toContain(
      'ALPACA_BASE_URL',
    )
  })
})

const LIVE_ORIGIN = 'https://api.alpaca.markets'

describe('.env.example', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')

  it('names exactly the settings that there are', () => {
    const names = [...text.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)

    expect(names.sort()).toEqual([...SETTING_NAMES].sort())
  })

  it('starts the service once the secrets are filled in', () => {
    expect(() => readConfig({ ...parseEnv(text), ...needed })).not.toThrow()
  })
})

describe('compose.yaml', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../compose.yaml'), 'utf8')
  const pairs = [...text.matchAll(/^ {2}([A-Z][A-Z_]+): '?([^'\n]*)'?$/gm)].map(([, name, value]) => [name, value])
  const settings = Object.fromEntries(pairs)

  it('sets what the service reads, and no bound of orders is left unset', () => {
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(settings)))
    expect(unsetBounds(readConfig({ ...needed, ...settings, DRY_RUN: 'false' }))).toEqual([])
  })

  it('names where each value comes from, because not every program looks into .env for a bare name', () => {
    expect(text.match(/^ +- [A-Z_]+$/gm)).toBeNull()
    expect(text).toMatch(/^ +- POSTGRES_PASSWORD=\$\{POSTGRES_PASSWORD:-\}$/m)
  })

  it('has a volume for backups where the image has a folder for them', () => {
    const image = readFileSync(join(import.meta.dirname, '../../../Dockerfile'), 'utf8')

    expect(text).toContain("volumes: ['store:/data', 'backups:/backups']")
    expect(image).toContain('mkdir /data /backups && chown node:node /data /backups')
  })
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}
