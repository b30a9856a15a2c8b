import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { count, flag, hostNames, httpUrl, milliseconds, number, port, text } from '../../lib/setting-readers.ts'
import type { InterestRates } from '../../market/domain/interest-rates.ts'
import { ACCOUNTS, type Account } from '../../market/sources/alpaca/account.ts'
import type { Feeds } from '../../market/sources/alpaca/feeds.ts'
import { SOURCE_NAMES } from '../../market/sources/index.ts'
import { UNIVERSE } from '../../market/sources/simulated/universe.ts'
import {
  CHANNEL_SETTINGS,
  type ChannelSettings,
  channelContradictions,
  readChannelSettings,
  secretsIn,
} from '../../notifications/channels/index.ts'
import { ACCOUNT_SETTINGS, type AccountConfig, accountConfigOf } from './account-settings.ts'
import { BACKUP_SETTINGS, type BackupConfig, backupConfigOf } from './backup-settings.ts'
import {
  CHAT_SETTINGS,
  chatContradictions,
  type DiscordConfig,
  discordConfigOf,
  type SlackConfig,
  slackConfigOf,
} from './chat-settings.ts'
import { alpacaAccountOf, publicUrlOf, withDerived } from './derived-settings.ts'
import { feeds, interestRates } from './market-settings.ts'
import { MCP_SETTINGS, type McpConfig, mcpConfigOf } from './mcp-settings.ts'
import { type DecisionConfig, decisionConfigOf, MODEL_SETTINGS, modelContradictions } from './model-settings.ts'
import {
  RECEIVER_SETTINGS,
  type ReceiverConfig,
  receiverConfigOf,
  receiverContradictions,
} from './receiver-settings.ts'
import { ROLE_SETTINGS, type Role, roleContradictions } from './role-settings.ts'
import { type SettingInForce, settingsInForce } from './settings-in-force.ts'
import { STORE_SETTINGS, storeContradictions } from './store-settings.ts'
import { TRACE_SETTINGS, type TraceConfig, traceConfigOf } from './trace-settings.ts'

const PAPER_ORIGIN = 'https://paper-api.alpaca.markets'

/** Orders go nowhere else, whatever the flags say. */
const paperOrLoopback = httpUrl.refine((address) => {
  const { origin, hostname, pathname, username, password, search } = new URL(address)
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const isBare = pathname === '/' && username === '' && password === '' && search === ''
  return isBare && (origin === PAPER_ORIGIN || isLoopback)
}, `must be ${PAPER_ORIGIN} or a loopback address, without a path`)

/** Every setting, by its name in the environment. Settings without a default are required. */
const Settings = z.object({
  HOST: text.default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: httpUrl.optional(),
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: text.regex(/^[\w~+/.-]{16,200}=*$/, 'must be at least 16 letters, digits or -._~+/').optional(),
  ...TRACE_SETTINGS,
  ...STORE_SETTINGS,
  ...ROLE_SETTINGS,
  CACHE_MB: number(
    'a whole number from 128 to 65536',
    (value) => Number.isInteger(value) && value >= 128 && value <= 65_536,
  ).default(768),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: flag.default(false),
  MAX_CONNECTIONS_PER_ADDRESS: count.default(200),
  ALLOWED_HOSTS: hostNames.default([]),
  MARKET_SOURCE: z.enum(SOURCE_NAMES).default('simulated'),
  MARKET_SEED: number(
    'a whole number from 0 to 4294967295',
    (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32,
  ).default(1),
  MARKET_SYMBOLS: text.default(UNIVERSE.join(',')).transform((list, context) => {
    const symbols = list.split(',').map((symbol) => symbol.trim().toUpperCase())
    if (symbols.every((symbol) => /^[A-Z][A-Z0-9.]{0,9}$/.test(symbol))) return [...new Set(symbols)]
    context.addIssue('must be ticker symbols separated by commas')
    return z.NEVER
  }),
  MARKET_SPEED: number('greater than 0 and at most 1000', (value) => value > 0 && value <= 1000).default(1),
  MARKET_ALWAYS_OPEN: flag.default(false),
  MARKET_OFF_HOURS: z.enum(['closed', 'replay']).default('closed'),
  REPLAY_PATH: text.optional(),
  RISK_FREE_CURVE: interestRates.optional(),
  CBOE_DATA_URL: httpUrl.optional(),
  ALPACA_ACCOUNT: z.enum(ACCOUNTS).optional(),
  ALPACA_REQUESTS_PER_MINUTE: count.optional(),
  ALPACA_DATA_URL: httpUrl.optional(),
  ALPACA_DATA_FEED: feeds.default({ stocks: 'iex', options: 'indicative' }),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  WEBHOOK_SECRET: z
    .string()
    .regex(/^[\x20-\x7e]{16,}$/, 'must have at least 16 printable ASCII characters')
    .refine((secret) => secret.trim() !== '', 'must not be blank')
    // HTTP strips spaces from a header, so such a secret would never match.
    .refine((secret) => secret.trim() === secret, 'must not begin or end with a space'),
  ...RECEIVER_SETTINGS,
  ALPACA_API_KEY: text.optional(),
  ALPACA_API_SECRET: text.optional(),
  ALPACA_BASE_URL: paperOrLoopback.optional(),
  BROKER_TIMEOUT_MS: milliseconds.default(15_000),
  ...MODEL_SETTINGS,
  ...ACCOUNT_SETTINGS,
  ...BACKUP_SETTINGS,
  ...MCP_SETTINGS,
  ...CHAT_SETTINGS,
  ...CHANNEL_SETTINGS,
})

type Settings = z.output<typeof Settings>

export const SETTING_NAMES = Object.keys(Settings.shape)

/** For these settings `NAME=` means the same as no line; for all others it is an error. */
const OPTIONAL = new Set([
  'PUBLIC_URL',
  'ALLOWED_HOSTS',
  'METRICS_PORT',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'VALKEY_URL',
  'ROLES',
  'MATCH_SHARDS',
  'BACKUP_DIR',
  'MCP_ALLOWED_ORIGINS',
  'REPLAY_PATH',
  'RISK_FREE_CURVE',
  'CBOE_DATA_URL',
  'ALPACA_API_KEY',
  'ALPACA_API_SECRET',
  'ALPACA_BASE_URL',
  'ALPACA_ACCOUNT',
  'ALPACA_DATA_URL',
  'LLM_FALLBACK',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'GEMINI_API_KEY',
  'GEMINI_BASE_URL',
  'SERVICE_EMAIL',
  'SERVICE_TOKEN',
  'MCP_URL',
  ...Object.keys(CHAT_SETTINGS),
  ...Object.keys(CHANNEL_SETTINGS).filter((name) => name !== 'MAIL_FROM'),
])

export interface Config {
  readonly listen: {
    readonly host: string
    readonly port: number
    readonly trustProxy: boolean
    readonly maxConnectionsPerAddress: number
    /** Lower-case names besides the one of the public URL. */
    readonly allowedHosts: readonly string[]
  }
  /** `{base_url}`; undefined until the port is known, if PORT is 0 and PUBLIC_URL is not set. */
  readonly publicUrl: string | undefined
  /** Where the metrics are served, on the host of the service; undefined if they are not. 0 chooses a free port. */
  readonly metricsPort: number | undefined
  /** Absent where nothing is traced. */
  readonly traces: TraceConfig | undefined
  /** The file of the store; null where it is in PostgreSQL. */
  readonly databasePath: string | null
  /** What this process does; everything, unless several processes share a database. */
  readonly roles: readonly Role[]
  /** Into so many parts the accounts are divided for notifications of the market, each done by one process at a time. */
  readonly matchShards: number
  /** Memory for answers and for what past sessions are answered from. */
  readonly cacheMb: number
  /** Scheduled copies of the store; undefined if there are none. */
  readonly backup: BackupConfig | undefined
  readonly logLevel: Settings['LOG_LEVEL']
  readonly market: {
    readonly source: Settings['MARKET_SOURCE']
    readonly seed: number
    readonly symbols: readonly string[]
    readonly speed: number
    /** The simulated market alone: prices move at every hour. */
    readonly alwaysOpen: boolean
    /** The simulated market alone: what it shows while the exchanges are closed. */
    readonly offHours: Settings['MARKET_OFF_HOURS']
    readonly replayPath: string | undefined
    /** Where the quotes do not determine a rate and none are imported. */
    readonly rates: InterestRates | null
    /** Where Cboe's delayed quotes lie; its own address if undefined. */
    readonly cboeUrl: string | undefined
    readonly alpaca: {
      readonly dataUrl: string | undefined
      /** For reading contracts and the calendar; the host of the account if undefined. Orders never go there. */
      readonly tradingUrl: string | undefined
      readonly account: Account
      /** Of market data; what the vendor answers if undefined, at first 200. */
      readonly requestsPerMinute: number | undefined
      readonly feeds: Feeds
    }
  }
  readonly receiver: ReceiverConfig
  readonly decision: DecisionConfig
  readonly broker: {
    /** The paper endpoint if undefined. */
    readonly baseUrl: string | undefined
    readonly timeoutMs: number
  }
  readonly accounts: AccountConfig
  readonly mcp: McpConfig
  /** Absent where nobody gives commands in Slack. */
  readonly slack: SlackConfig | undefined
  /** The same of Discord. */
  readonly discord: DiscordConfig | undefined
  /** By the names that they have in the environment: a channel's settings are its own affair. */
  readonly channels: ChannelSettings
  /** Every setting, for the operator's page: without secrets. */
  readonly settings: readonly SettingInForce[]
  readonly secrets: {
    readonly session: string
    readonly webhook: string
    /** The address of the PostgreSQL database; undefined where the store is a file. */
    readonly databaseUrl: string | undefined
    /** Of the server itself, where DATABASE_URL names a pooler: for what belongs to a session. Else the same. */
    readonly databaseDirectUrl: string | undefined
    /** The address of the Valkey server; undefined where PostgreSQL does its work. */
    readonly valkeyUrl: string | undefined
    /** Of those who read the metrics; undefined: they need none. */
    readonly metrics: string | undefined
    /** By which Slack signs commands. */
    readonly slack: string | undefined
    /** The token of the bot of Discord. */
    readonly discord: string | undefined
    /** Values of the headers for the collector of traces. */
    readonly traces: readonly string[]
    /** Of each provider; the one of LLM_PROVIDER is used. */
    readonly openaiKey: string | undefined
    readonly anthropicKey: string | undefined
    readonly geminiKey: string | undefined
    readonly serviceToken: string | undefined
    readonly alpacaKey: string | undefined
    readonly alpacaSecret: string | undefined
    readonly channels: readonly string[]
  }
}

/** Lists all invalid and missing settings by name and rule; values are never repeated. */
export class SettingsError extends AppError {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super('invalid', `Optionwire cannot start. Correct these settings:\n${lines.map((line) => `  ${line}`).join('\n')}`)
    this.name = 'SettingsError'
    this.lines = lines
  }
}

/** The settings of the process: its environment, and below it the file `.env` if it exists. */
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
  if (settings.success && together.length === 0) return configOf(settings.data, given)
  const single = (settings.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0])
    return `${name} ${given[name] === undefined ? 'is required' : issue.message}`
  })
  throw new SettingsError([...single, ...together])
}

/** Errors in combinations of settings that are valid separately. */
function contradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const isLive = flag.safeParse(given['DRY_RUN']).data === false
  const isRules = given['DECISION_MODE'] === 'rules'
  const alpacaKeys = given['MARKET_SOURCE'] === 'alpaca' ? ['ALPACA_API_KEY', 'ALPACA_API_SECRET'] : []
  return [
    ...(isLive && isRules ? ['DRY_RUN must be true with DECISION_MODE=rules: fixed rules never place an order'] : []),
    ...alpacaKeys
      .filter((name) => given[name] === undefined)
      .map((name) => `${name} is required by MARKET_SOURCE=alpaca`),
    ...(flag.safeParse(given['MARKET_ALWAYS_OPEN']).data === true && given['MARKET_OFF_HOURS'] === 'replay'
      ? ['MARKET_OFF_HOURS must be closed with MARKET_ALWAYS_OPEN=true: such a market is never closed']
      : []),
    ...receiverContradictions(given),
    ...modelContradictions(given),
    ...storeContradictions(given),
    ...roleContradictions(given),
    ...chatContradictions(given),
    ...channelContradictions(given),
  ]
}

/**
 * The command line also works in a clone that was never started: missing secrets are generated for the single command,
 * because it stores nothing that depends on them. Secrets that are set must be valid.
 */
export function readCommandLineConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const secret = randomBytes(33).toString('base64url')
  return readConfig({
    ...environment,
    SESSION_SECRET: environment['SESSION_SECRET'] ?? secret,
    WEBHOOK_SECRET: environment['WEBHOOK_SECRET'] ?? secret,
  })
}

function configOf(settings: Settings, given: Readonly<Record<string, string | undefined>>): Config {
  return {
    listen: {
      host: settings.HOST,
      port: settings.PORT,
      trustProxy: settings.TRUST_PROXY,
      maxConnectionsPerAddress: settings.MAX_CONNECTIONS_PER_ADDRESS,
      allowedHosts: settings.ALLOWED_HOSTS,
    },
    publicUrl: publicUrlOf(settings),
    metricsPort: settings.METRICS_PORT,
    traces: traceConfigOf(settings),
    databasePath: settings.DATABASE_URL === undefined ? settings.DATABASE_PATH : null,
    roles: settings.ROLES,
    matchShards: settings.MATCH_SHARDS,
    cacheMb: settings.CACHE_MB,
    backup: backupConfigOf(settings),
    logLevel: settings.LOG_LEVEL,
    market: {
      source: settings.MARKET_SOURCE,
      seed: settings.MARKET_SEED,
      symbols: settings.MARKET_SYMBOLS,
      speed: settings.MARKET_SPEED,
      alwaysOpen: settings.MARKET_ALWAYS_OPEN,
      offHours: settings.MARKET_OFF_HOURS,
      replayPath: settings.REPLAY_PATH,
      rates: settings.RISK_FREE_CURVE ?? null,
      cboeUrl: settings.CBOE_DATA_URL,
      alpaca: {
        dataUrl: settings.ALPACA_DATA_URL,
        tradingUrl: settings.ALPACA_BASE_URL === PAPER_ORIGIN ? undefined : settings.ALPACA_BASE_URL,
        account: alpacaAccountOf(settings),
        requestsPerMinute: settings.ALPACA_REQUESTS_PER_MINUTE,
        feeds: settings.ALPACA_DATA_FEED,
      },
    },
    receiver: receiverConfigOf(settings),
    decision: decisionConfigOf(settings),
    broker: { baseUrl: settings.ALPACA_BASE_URL, timeoutMs: settings.BROKER_TIMEOUT_MS },
    accounts: accountConfigOf(settings),
    mcp: mcpConfigOf(settings),
    slack: slackConfigOf(settings),
    discord: discordConfigOf(settings),
    channels: readChannelSettings(given),
    settings: settingsInForce(SETTING_NAMES, withDerived(settings), given),
    secrets: {
      session: settings.SESSION_SECRET,
      webhook: settings.WEBHOOK_SECRET,
      databaseUrl: settings.DATABASE_URL,
      databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
      valkeyUrl: settings.VALKEY_URL,
      metrics: settings.METRICS_TOKEN,
      slack: settings.SLACK_SIGNING_SECRET,
      discord: settings.DISCORD_BOT_TOKEN,
      traces: Object.values(settings.OTEL_EXPORTER_OTLP_HEADERS ?? {}),
      openaiKey: settings.OPENAI_API_KEY,
      anthropicKey: settings.ANTHROPIC_API_KEY,
      geminiKey: settings.GEMINI_API_KEY,
      serviceToken: settings.SERVICE_TOKEN,
      alpacaKey: settings.ALPACA_API_KEY,
      alpacaSecret: settings.ALPACA_API_SECRET,
      channels: secretsIn(settings),
    },
  }
}
