import type { Probe } from '../../../lib/probe.ts'
import { admittedOrigin, PAPER_ORIGIN } from './guard.ts'

interface AccountProbing {
  readonly baseUrl: string | undefined
  readonly keyId: string
  readonly secret: string
}

/** The paper account that orders go to: read, never changed. https://docs.alpaca.markets/reference/getaccount-1 */
export function accountProbe({ baseUrl = PAPER_ORIGIN, keyId, secret }: AccountProbing): Probe {
  return {
    name: 'paper account',
    url: `${admittedOrigin(baseUrl) ?? PAPER_ORIGIN}/v2/account`,
    headers: { 'apca-api-key-id': keyId, 'apca-api-secret-key': secret },
    lacks: 'Every order will fail.',
    isEssential: true,
    problem: blockOf,
    facts: () => 'the account may trade',
    fix: (status) =>
      status === 401 || status === 403
        ? 'Orders need the keys of a paper account: make them on the paper dashboard of Alpaca and set ALPACA_API_KEY and ALPACA_API_SECRET.'
        : null,
  }
}

function blockOf(body: unknown): string | null {
  if (body === null || typeof body !== 'object') return null
  const blocks = ['trading_blocked', 'account_blocked', 'trade_suspended_by_user']
  const found = blocks.find((name) => Reflect.get(body, name) === true)
  const status = Reflect.get(body, 'status')
  if (found !== undefined)
    return `The account says ${found}: every order will fail. Lift it on the dashboard of Alpaca.`
  if (typeof status === 'string' && status !== 'ACTIVE') return 'The account is not active yet: every order will fail.'
  return null
}
