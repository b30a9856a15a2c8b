import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { type Feeds, feedsIn } from '../adapters/market/alpaca/feeds.ts'
import { UNIVERSE } from '../adapters/market/simulated/universe.ts'
import { SOURCES } from '../domain/market/source.ts'
import type { Guards } from '../domain/trade-ideas/guards.ts'
import type { DecisionMode } from '../ports/decider.ts'
import { CHANNEL_SETTINGS, type ChannelConfig, channelConfigOf, channelContradictions } from './channel-settings.ts'
import { count, flag, httpUrl, milliseconds, number, port, text } from './setting-readers.ts'

const LOOPBACK = 'http://127.0.0.1'

const PAPER_ORIGIN = 'https://paper-api.alpaca.markets'

/** Whatever the flags say, no order goes anywhere else. */
const paperOrLoopback = httpUrl.refine((address) => {
  const { origin, hostname, pathname, username, password, search } = new URL(address)
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const isBare = pathname === '/' && username === '' && password === '' && search === ''
  return isBare && (origin === PAPER_ORIGIN || isLoopback)
}, `must be ${PAPER_ORIGIN} or a loopback address, without a path`)

const feeds = text.transform((names, context) => {
  const found = feedsIn(names)
  if (found) return found
  context.addIssue('must be one of sip, iex, delayed_sip, one of opra, indicative, or both with a comma')
  return z.NEVER
})

/** Every setting, by the name it has in the environment. Those without a default must be given. */
const Settings = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: httpUrl.optional(),
  DATABASE_PATH: text.default('bot.sqlite3'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: flag.default(false),
  MARKET_SOURCE: z.enum(SOURCES).default('simulated'),
  MARKET_SEED: number(
    'a whole number from 0 to 4294967295',
    (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32,
  ).default(1),
  MARKET_SYMBOLS: text.default(UNIVERSE.join(',')).transform((list, context) => {
    const symbols = list.split(',').map((symbol) => symbol.trim().toUpperCase())
    if (symbols.every((symbol) => /^[A-Z][A-Z0-9.]{0,9}$/.test(symbol))) return [...new Set(symbols)]
    context.addIssue('must be ticker symbols with commas between them')
    return z.NEVER
  }),
  MARKET_SPEED: number('greater than 0 and at most 1000', (value) => value > 0 && value <= 1000).default(1),
  REPLAY_PATH: text.optional(),
  ALPACA_DATA_URL: httpUrl.optional(),
  ALPACA_DATA_FEED: feeds.default({ stocks: 'iex', options: 'indicative' }),
  SESSION_SECRET: z.string().min(32, 'must have 32 characters or more'),
  WEBHOOK_SECRET: z
    .string()
    .regex(/^[\x20-\x7e]{16,}$/, 'must have 16 printable ASCII characters or more')
    .refine((secret) => secret.trim() !== '', 'must not be blank')
    // HTTP strips them from a header, so it could never match.
    .refine((secret) => secret.trim() === secret, 'must not begin or end with a space'),
  WEBHOOK_PROVIDER: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must have 1 to 40 characters of a to z, 0 to 9 and -')
    .default('optionomics-neutral'),
  DRY_RUN: flag.default(true),
  MIN_LLM_CONFIDENCE: number('a number from 0 to 1', (value) => value >= 0 && value <= 1).default(0.72),
  MAX_NOTIONAL_USD: number('a finite number greater than 0', (value) => value > 0).default(250),
  ALLOW_SHORT_SELLING: flag.default(false),
  ALPACA_PAPER: flag.default(true),
  ALPACA_API_KEY: text.optional(),
  ALPACA_API_SECRET: text.optional(),
  ALPACA_BASE_URL: paperOrLoopback.optional(),
  BROKER_TIMEOUT_MS: milliseconds.default(15_000),
  DECISION_MODE: z.enum(['remote_mcp', 'local_mcp', 'rules']).default('remote_mcp'),
  OPENAI_API_KEY: text.optional(),
  OPENAI_MODEL: text.default('gpt-6.1-terra'),
  OPENAI_BASE_URL: httpUrl.optional(),
  LLM_TIMEOUT_MS: milliseconds.default(120_000),
  SERVICE_EMAIL: text.optional(),
  SERVICE_TOKEN: text.optional(),
  MCP_URL: httpUrl.optional(),
  KILL_SWITCH: flag.default(false),
  MAX_ORDERS_PER_DAY: count.optional(),
  MAX_NOTIONAL_PER_DAY_USD: number('a finite number greater than 0', (value) => value > 0).optional(),
  SYMBOL_COOLDOWN_MINUTES: number('a finite number greater than 0', (value) => value > 0).optional(),
  MAX_DECISIONS_PER_HOUR: count.optional(),
  ...CHANNEL_SETTINGS,
})

type Settings = z.output<typeof Settings>

export const SETTING_NAMES = Object.keys(Settings.shape)

/** Empty means absent for these, so that `NAME=` in a file is the same as no line; for all others it is a mistake. */
const OPTIONAL = new Set([
  'PUBLIC_URL',
  'REPLAY_PATH',
  'ALPACA_API_KEY',
  'ALPACA_API_SECRET',
  'ALPACA_BASE_URL',
  'ALPACA_DATA_URL',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'SERVICE_EMAIL',
  'SERVICE_TOKEN',
  'MCP_URL',
  ...Object.keys(CHANNEL_SETTINGS).filter((name) => name !== 'MAIL_FROM'),
])

export interface Config {
  readonly listen: { readonly host: string; readonly port: number; readonly trustProxy: boolean }
  /** `{base_url}`; undefined until the port is known when PORT is 0 and nothing was set. */
  readonly publicUrl: string | undefined
  readonly databasePath: string
  readonly logLevel: Settings['LOG_LEVEL']
  readonly market: {
    readonly source: Settings['MARKET_SOURCE']
    readonly seed: number
    readonly symbols: readonly string[]
    readonly speed: number
    readonly replayPath: string | undefined
    readonly alpaca: {
      readonly dataUrl: string | undefined
      readonly tradingUrl: string | undefined
      readonly feeds: Feeds
    }
  }
  readonly receiver: {
    readonly provider: string
    readonly dryRun: boolean
    readonly minConfidence: number
    readonly maxNotionalUsd: number
    readonly allowShortSelling: boolean
    readonly alpacaPaper: boolean
    readonly guards: Guards
  }
  /** Who decides on trade ideas. */
  readonly decision: {
    readonly mode: DecisionMode
    readonly model: string
    /** The vendor's when undefined. */
    readonly baseUrl: string | undefined
    readonly timeoutMs: number
    readonly serviceEmail: string | undefined
    /** `{base_url}/mcp` when undefined. */
    readonly mcpUrl: string | undefined
  }
  readonly broker: {
    /** The paper endpoint when undefined. */
    readonly baseUrl: string | undefined
    readonly timeoutMs: number
  }
  readonly mail: { readonly from: string }
  readonly channels: ChannelConfig
  readonly secrets: {
    readonly session: string
    readonly webhook: string
    readonly smtpUrl: string | undefined
    readonly openaiKey: string | undefined
    readonly serviceToken: string | undefined
    readonly alpacaKey: string | undefined
    readonly alpacaSecret: string | undefined
    readonly twilioToken: string | undefined
    readonly fcmServiceAccount: string | undefined
    readonly vapidPrivateKey: string | undefined
  }
}

/** All bad and missing settings at once, by name and rule; values are never repeated. */
export class SettingsError extends Error {
  constructor(lines: readonly string[]) {
    super(
      `Optionwire does not start, since these settings need your attention:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    )
    this.name = 'SettingsError'
  }
}

/** The settings of the process: its environment, and beneath it the file `.env` where there is one. */
export function processEnvironment(file = '.env'): Readonly<Record<string, string | undefined>> {
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  return { ...written, ...process.env }
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, environment[name]]).filter(
      ([name, value]) => value !== undefined && !(value.trim() === '' && OPTIONAL.has(String(name))),
    ),
  )
  const settings = Settings.safeParse(given)
  const together = contradictions(given)
  if (settings.success && together.length === 0) return configOf(settings.data)
  const single = (settings.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0])
    return `${name} ${given[name] === undefined ? 'is required' : issue.message}`
  })
  throw new SettingsError([...single, ...together])
}

/** Settings that hold each by itself and not together. */
function contradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const isLive = flag.safeParse(given['DRY_RUN']).data === false
  const isRules = given['DECISION_MODE'] === 'rules'
  const alpacaKeys = given['MARKET_SOURCE'] === 'alpaca' ? ['ALPACA_API_KEY', 'ALPACA_API_SECRET'] : []
  return [
    ...(isLive && isRules ? ['DRY_RUN must be true with DECISION_MODE=rules: fixed rules never place an order'] : []),
    ...alpacaKeys
      .filter((name) => given[name] === undefined)
      .map((name) => `${name} is required by MARKET_SOURCE=alpaca`),
    ...channelContradictions(given),
  ]
}

/**
 * The command line also works in a clone that was never started: secrets that are not set are made up for the one
 * command, since nothing that it keeps depends on them. Secrets that are set must hold.
 */
export function readCommandLineConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const secret = randomBytes(33).toString('base64url')
  return readConfig({
    ...environment,
    SESSION_SECRET: environment['SESSION_SECRET'] ?? secret,
    WEBHOOK_SECRET: environment['WEBHOOK_SECRET'] ?? secret,
  })
}

function configOf(settings: Settings): Config {
  return {
    listen: { host: settings.HOST, port: settings.PORT, trustProxy: settings.TRUST_PROXY },
    publicUrl: settings.PUBLIC_URL ?? (settings.PORT === 0 ? undefined : addressOf(settings.HOST, settings.PORT)),
    databasePath: settings.DATABASE_PATH,
    logLevel: settings.LOG_LEVEL,
    market: {
      source: settings.MARKET_SOURCE,
      seed: settings.MARKET_SEED,
      symbols: settings.MARKET_SYMBOLS,
      speed: settings.MARKET_SPEED,
      replayPath: settings.REPLAY_PATH,
      alpaca: {
        dataUrl: settings.ALPACA_DATA_URL,
        tradingUrl: settings.ALPACA_BASE_URL,
        feeds: settings.ALPACA_DATA_FEED,
      },
    },
    receiver: receiverOf(settings),
    decision: {
      mode: settings.DECISION_MODE,
      model: settings.OPENAI_MODEL,
      baseUrl: settings.OPENAI_BASE_URL,
      timeoutMs: settings.LLM_TIMEOUT_MS,
      serviceEmail: settings.SERVICE_EMAIL,
      mcpUrl: settings.MCP_URL,
    },
    broker: { baseUrl: settings.ALPACA_BASE_URL, timeoutMs: settings.BROKER_TIMEOUT_MS },
    mail: { from: settings.MAIL_FROM },
    channels: channelConfigOf(settings),
    secrets: {
      session: settings.SESSION_SECRET,
      webhook: settings.WEBHOOK_SECRET,
      smtpUrl: settings.SMTP_URL,
      openaiKey: settings.OPENAI_API_KEY,
      serviceToken: settings.SERVICE_TOKEN,
      alpacaKey: settings.ALPACA_API_KEY,
      alpacaSecret: settings.ALPACA_API_SECRET,
      twilioToken: settings.TWILIO_AUTH_TOKEN,
      fcmServiceAccount: settings.FCM_SERVICE_ACCOUNT,
      vapidPrivateKey: settings.VAPID_PRIVATE_KEY,
    },
  }
}

function receiverOf(settings: Settings): Config['receiver'] {
  return {
    provider: settings.WEBHOOK_PROVIDER,
    dryRun: settings.DRY_RUN,
    minConfidence: settings.MIN_LLM_CONFIDENCE,
    maxNotionalUsd: settings.MAX_NOTIONAL_USD,
    allowShortSelling: settings.ALLOW_SHORT_SELLING,
    alpacaPaper: settings.ALPACA_PAPER,
    guards: {
      killSwitch: settings.KILL_SWITCH,
      maxOrdersPerDay: settings.MAX_ORDERS_PER_DAY ?? null,
      maxNotionalPerDayUsd: settings.MAX_NOTIONAL_PER_DAY_USD ?? null,
      symbolCooldownMinutes: settings.SYMBOL_COOLDOWN_MINUTES ?? null,
      maxDecisionsPerHour: settings.MAX_DECISIONS_PER_HOUR ?? null,
    },
  }
}

/** The address that people are shown: the wildcard hosts are reached over loopback. */
export function addressOf(host: string, portNumber: number): string {
  if (host === '0.0.0.0' || host === '::') return `${LOOPBACK}:${portNumber}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${portNumber}`
}
