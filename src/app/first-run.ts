import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const SECRET_BYTES = 33

/**
 * Writes `.env` from the example with fresh secrets and decisions by fixed rules, unless there is one. Gives whether it wrote the file. The file is
 * readable by its owner alone.
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
    // A newcomer has no model set up, and should see decisions all the same.
    .replace(/^DECISION_MODE=.*$/m, 'DECISION_MODE=rules')
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  return true
}

export interface FirstRunAccount {
  readonly email: string
  readonly password: string
  readonly token: string
}

const LOOP = [
  'An alert of the demo account posts every trade idea to this service, which decides by fixed rules and orders nothing.',
  'The first one is in the ledger within two minutes:',
  '  npm run cli -- ledger list',
  '',
]

/** The lines that a newcomer reads: where the service is, how to sign in, and a first question to paste. */
export function welcome(
  url: string,
  account: FirstRunAccount | null,
  { isLoop }: { readonly isLoop: boolean },
): string {
  const address = ['', `Optionwire answers at ${url}`, `  documentation  ${url}/docs`]
  if (!account) return [...address, ''].join('\n')
  const { email, password, token } = account
  return [
    ...address,
    '',
    'A demo account on the Vega plan was made. Its password and token are shown this once.',
    `  e-mail    ${email}`,
    `  password  ${password}`,
    `  token     ${token}`,
    '',
    'Ask for the gamma exposure of SPY in the simulated market:',
    `  curl -s -H 'X-USER-EMAIL: ${email}' -H 'X-USER-TOKEN: ${token}' '${url}/api/v1/stocks/SPY/gamma_exposure?dte_max=30'`,
    '',
    ...(isLoop ? LOOP : []),
    'Let an LLM ask over MCP: most clients read this, from .mcp.json, mcp.json or their settings.',
    ...mcpClientConfiguration(url, account).map((line) => `  ${line}`),
    '',
  ].join('\n')
}

/** Lines of the JSON that Claude Code, Cursor and others take. */
export function mcpClientConfiguration(url: string, { email, token }: Omit<FirstRunAccount, 'password'>): string[] {
  const server = { type: 'http', url: `${url}/mcp`, headers: { 'X-USER-EMAIL': email, 'X-USER-TOKEN': token } }
  return JSON.stringify({ mcpServers: { optionwire: server } }, null, 2).split('\n')
}
