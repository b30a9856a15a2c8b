/** The title of the document: unread count, page, product. */
import { PATHS } from './paths.ts'

/** Titles by path; a path parameter precedes the title. */
const TITLES: readonly (readonly [string, string])[] = [
  [PATHS.market, 'Market'],
  [PATHS.symbol, ''],
  [PATHS.symbolVolatility, 'volatility'],
  [PATHS.symbolFlow, 'flow'],
  [PATHS.symbolChain, 'chain'],
  [PATHS.symbolEvents, 'events'],
  [PATHS.symbolExposure, 'exposure'],
  [PATHS.symbolStrategy, 'strategy'],
  [PATHS.symbolStrategies, 'strategies for a thesis'],
  [PATHS.screener, 'Screener'],
  [PATHS.flow, 'Flow'],
  [PATHS.unusual, 'Unusual activity'],
  [PATHS.ideas, 'Trade ideas'],
  [PATHS.idea, 'Trade idea'],
  [PATHS.ledger, 'Ledger'],
  [PATHS.approvals, 'Orders that wait'],
  [PATHS.approval, 'Approve an order'],
  [PATHS.scorecard, 'Scorecard'],
  [PATHS.operator, 'Operator'],
  [PATHS.operatorAccounts, 'Accounts'],
  [PATHS.operatorDeliveries, 'Deliveries'],
  [PATHS.operatorErrors, 'Errors'],
  [PATHS.operatorSettings, 'Settings in force'],
  [PATHS.operatorLog, 'Log of operators'],
  [PATHS.notifications, 'Notifications'],
  [PATHS.notification, 'Notification'],
  [PATHS.alerts, 'Alerts'],
  // Before the path with a parameter, which matches it too.
  [PATHS.newAlert, 'New alert'],
  [PATHS.alert, 'Alert'],
  [PATHS.settings, 'Settings'],
  [PATHS.watchlist, 'Watchlist'],
  [PATHS.apiKeys, 'API keys'],
  [PATHS.connectedApps, 'Connected apps'],
  [PATHS.authorize, 'Connect an app'],
  [PATHS.account, 'Account'],
  [PATHS.security, 'Security'],
  [PATHS.signIn, 'Sign in'],
  [PATHS.signUp, 'Sign up'],
  [PATHS.forgotPassword, 'Forgot password'],
  [PATHS.verifyEmail, 'Confirm your address'],
  [PATHS.resetPassword, 'New password'],
]

const PRODUCT = 'Optionwire'

export function documentTitle(path: string, unread: number): string {
  const page = pageTitle(path)
  const title = page === '' ? PRODUCT : `${page} · ${PRODUCT}`
  return unread > 0 ? `(${badgeText(unread)}) ${title}` : title
}

/** 1 to 99, then 99+. */
export function badgeText(unread: number): string {
  return unread > 99 ? '99+' : String(unread)
}

function pageTitle(path: string): string {
  const found = TITLES.find(([pattern]) => fits(pattern, path))
  if (!found) return ''
  const [pattern, title] = found
  if (!pattern.startsWith(PATHS.symbol)) return title
  const symbol = decodeURIComponent(path.split('/')[2] ?? '').toUpperCase()
  return `${symbol} ${title}`.trim()
}

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index])
}
