/** The paths of the pages, for the router, for links and for the server. */
export const PATHS = {
  market: '/',
  symbol: '/symbols/:symbol',
  symbolVolatility: '/symbols/:symbol/volatility',
  symbolFlow: '/symbols/:symbol/flow',
  symbolChain: '/symbols/:symbol/chain',
  symbolExposure: '/symbols/:symbol/exposure',
  symbolStrategy: '/symbols/:symbol/strategy',
  symbolStrategies: '/symbols/:symbol/strategies',
  symbolEvents: '/symbols/:symbol/events',
  watchlist: '/watchlist',
  screener: '/screener',
  flow: '/flow',
  unusual: '/unusual',
  ideas: '/ideas',
  idea: '/ideas/:id',
  ledger: '/ledger',
  // Messages link to a request (`app/approvers.ts`).
  approvals: '/approvals',
  approval: '/approvals/:id',
  scorecard: '/scorecard',
  operator: '/operator',
  operatorAccounts: '/operator/accounts',
  operatorDeliveries: '/operator/deliveries',
  operatorErrors: '/operator/errors',
  operatorSettings: '/operator/settings',
  operatorLog: '/operator/log',
  notifications: '/notifications',
  // Mails and push messages link here (`notifications/operations/raise/raise.ts`).
  notification: '/notifications/:id',
  alerts: '/alerts',
  newAlert: '/alerts/new',
  alert: '/alerts/:id',
  settings: '/settings',
  apiKeys: '/api_keys',
  connectedApps: '/connected_apps',
  // Apps send their users here (`surfaces/oauth/mount-oauth.ts`).
  authorize: '/authorize',
  account: '/account',
  security: '/account/security',
  signIn: '/sign_in',
  signUp: '/sign_up',
  forgotPassword: '/forgot_password',
  // Mails link to these two (`accounts/domain/account-mails.ts`).
  verifyEmail: '/verify_email',
  resetPassword: '/password_reset',
} as const

export type PageName = keyof typeof PATHS

/** The path of a page with its parameters; null values of `query` are omitted. */
export function pathTo(
  page: PageName,
  parameters: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | number | null | undefined>> = {},
): string {
  const path = PATHS[page].replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(parameters[name] ?? ''))
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(Object.fromEntries(given))}`
}
