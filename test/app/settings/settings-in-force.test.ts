import { describe, expect, it } from 'vitest'
import { readConfig, SETTING_NAMES } from '../../../src/app/settings/config.ts'

const needed = { SESSION_SECRET: 's'.repeat(32), WEBHOOK_SECRET: 'w'.repeat(16) }
const shown = (given: Record<string, string>) => {
  const { settings } = readConfig({ ...needed, ...given })
  return Object.fromEntries(settings.map((it) => [it.name, it]))
}

/** Settings whose value is never shown. One that is added to the service has to be judged here. */
const SECRET = [
  'SESSION_SECRET',
  'SLACK_SIGNING_SECRET',
  'DISCORD_BOT_TOKEN',
  'WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'VALKEY_URL',
  'ALPACA_API_KEY',
  'ALPACA_API_SECRET',
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GEMINI_API_KEY',
  'SERVICE_TOKEN',
  'SMTP_URL',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'FCM_SERVICE_ACCOUNT',
  'VAPID_PRIVATE_KEY',
  'TELEGRAM_BOT_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
]

describe('the settings in force', () => {
  it('name every setting, and mask exactly the secrets', () => {
    const all = Object.values(shown({}))

    expect(all.map(({ name }) => name)).toEqual(SETTING_NAMES)
    expect(all.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])).sort()).toEqual([...SECRET].sort())
  })

  it('have the value in use, and whether the environment gives it', () => {
    const { PORT, HOST, SESSION_SECRET, MARKET_SYMBOLS, OPENAI_API_KEY } = shown({
      PORT: '8080',
      MARKET_SYMBOLS: 'spy',
    })

    expect(PORT).toMatchObject({ value: '8080', isSet: true })
    expect(HOST).toMatchObject({ value: '127.0.0.1', isSet: false })
    expect(MARKET_SYMBOLS).toMatchObject({ value: '["SPY"]' })
    expect(SESSION_SECRET).toEqual({ name: 'SESSION_SECRET', value: null, isSet: true, isSecret: true })
    expect(OPENAI_API_KEY).toMatchObject({ value: null, isSet: false })
  })

  it('have defaults that follow from other settings, and durations as they are written', () => {
    const { PUBLIC_URL, ALPACA_ACCOUNT, BACKUP_EVERY } = shown({ PORT: '8080' })
    const given = (text: string) => shown({ BACKUP_EVERY: text })['BACKUP_EVERY']

    expect(PUBLIC_URL).toMatchObject({ value: 'http://127.0.0.1:8080', isSet: false })
    expect(ALPACA_ACCOUNT).toMatchObject({ value: 'paper', isSet: false })
    expect(BACKUP_EVERY).toMatchObject({ value: '1d', isSet: false })
    expect(['90m', '6h', '48h', '7d'].map((text) => given(text)?.value)).toEqual(['90m', '6h', '2d', '7d'])
  })

  it('hold no user, password or key of an address', () => {
    const canary = 'canary1234567890'
    const all = shown({
      OPENAI_BASE_URL: `https://user:${canary}@models.example/v1`,
      CBOE_DATA_URL: `https://data.example/x?key=${canary}`,
      SMTP_URL: `smtp://user:${canary}@mail.example`,
      MAIL_FROM: 'a@example.com',
      OPENAI_API_KEY: canary,
      METRICS_TOKEN: canary,
    })

    expect(JSON.stringify(all)).not.toContain(canary)
    expect(all['CBOE_DATA_URL']?.value).toBe('https://data.example/x (the rest is hidden)')
  })
})
