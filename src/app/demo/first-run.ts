import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { planTitle } from '../../accounts/domain/plan.ts'

/** Every capability, so that all examples work. */
export const DEMO_PLAN = 'vega'

const SECRET_BYTES = 33

/** Settings of a first run that differ from those of the example. */
const FIRST_RUN: Readonly<Record<string, string>> = {
  // A new user has no model set up, and should still see decisions.
  DECISION_MODE: 'rules',
  // The demonstration moves at any hour, and names a replay as one.
  MARKET_OFF_HOURS: 'replay',
  // A new user has no mail server, reads the log, and tries to sign up.
  MAIL_TO_LOG: 'true',
  SIGNUPS: 'open',
}

/** Bounds against a leaked webhook secret: off in the example, where their values stand behind a #. */
const FIRST_RUN_BOUNDS =
  /^# (?=(?:MAX_ORDERS_PER_DAY|MAX_NOTIONAL_PER_DAY_USD|MAX_DECISIONS_PER_HOUR|MAX_IDEA_AGE_MINUTES|MAX_ENTRY_DEVIATION_PCT|REQUIRE_KNOWN_SYMBOL)=)/gm

/**
 * Writes `.env` from the example with new secrets and the settings of a first run, unless the file exists. Returns whether
 * it wrote the file. Only its owner can read the file.
 */
export function writeFirstEnvironment(
  { example, file }: { readonly example: string; readonly file: string },
  randomBytes: (size: number) => Buffer,
): boolean {
  if (existsSync(file)) return false
  const text = readFileSync(example, 'utf8')
    .replaceAll(
      /^(SESSION_SECRET|WEBHOOK_SECRET)=$/gm,
      (_line, name: string) => `${name}=${randomBytes(SECRET_BYTES).toString('base64url')}`,
    )
    .replaceAll(FIRST_RUN_BOUNDS, '')
    .replaceAll(/^(\w+)=.*$/gm, (line, name: string) => (name in FIRST_RUN ? `${name}=${FIRST_RUN[name]}` : line))
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  return true
}

export interface FirstRunAccount {
  readonly email: string
  readonly password: string
  readonly token: string
}

const LOOP = [
  'An alert of the demo account posts every trade idea to this service, which decides by fixed rules and places no orders.',
  'The first one appears in the ledger within two minutes:',
  '  npm run cli -- ledger list',
  '',
]

/** The first output for a new user: the address, how to sign in, and a first request to paste. */
export function welcome(
  url: string,
  account: FirstRunAccount | null,
  { isLoop }: { readonly isLoop: boolean },
): string {
  const address = ['', `Optionwire runs at ${url}. Open it in a browser and sign in`, `  documentation  ${url}/docs`]
  if (!account) return [...address, ''].join('\n')
  const { email, password, token } = account
  return [
    ...address,
    '',
    `A demo account on ${planTitle(DEMO_PLAN)} was created. Its password and token are shown only once.`,
    `  e-mail    ${email}`,
    `  password  ${password}`,
    `  token     ${token}`,
    '',
    'Request the gamma exposure of SPY in the simulated market:',
    `  curl -s -H 'X-USER-EMAIL: ${email}' -H 'X-USER-TOKEN: ${token}' '${url}/api/v1/stocks/SPY/gamma_exposure?dte_max=30'`,
    '',
    ...(isLoop ? LOOP : []),
    `Connect an LLM over MCP: add ${url}/mcp to an assistant, and sign in on the page that it opens.`,
    'Or connect it with the token. Most clients read this from .mcp.json, mcp.json or their settings:',
    ...mcpClientConfiguration(url, account).map((line) => `  ${line}`),
    '',
  ].join('\n')
}

/** The JSON configuration of Claude Code, Cursor and others, as lines. */
export function mcpClientConfiguration(url: string, { email, token }: Omit<FirstRunAccount, 'password'>): string[] {
  const server = { type: 'http', url: `${url}/mcp`, headers: { 'X-USER-EMAIL': email, 'X-USER-TOKEN': token } }
  return JSON.stringify({ mcpServers: { optionwire: server } }, null, 2).split('\n')
}
