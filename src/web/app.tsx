import type { FunctionComponent } from 'preact'
import { useState } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { MembersOnly, SessionProvider, useSession } from './accounts/session.tsx'
import { SignInPage } from './accounts/sign-in.tsx'
import { UnlessOffline } from './installed/offline.tsx'
import { Broken, lazyPage } from './lazy-page.tsx'
import { FeedProvider } from './notifications/feed/provider.tsx'
import { PATHS, type PageName } from './paths.ts'
import { Shell } from './shell.tsx'
import { Explainer } from './ui/explained.tsx'

/** The pages, loaded lazily. */
const PAGES: Readonly<Record<PageName, FunctionComponent>> = {
  market: forMembers(() => import('./symbol/market-overview.tsx').then((it) => it.MarketOverviewPage)),
  symbol: forMembers(() => import('./symbol/symbol.tsx').then((it) => it.SymbolPage)),
  symbolVolatility: forMembers(() =>
    import('./symbol/volatility/symbol-volatility.tsx').then((it) => it.SymbolVolatilityPage),
  ),
  watchlist: forMembers(() => import('./watchlist/watchlist.tsx').then((it) => it.WatchlistPage)),
  symbolFlow: forMembers(() => import('./flow/pages.ts').then((it) => it.SymbolFlowPage)),
  symbolChain: forMembers(() => import('./symbol/pages.ts').then((it) => it.SymbolChainPage)),
  symbolExposure: forMembers(() => import('./symbol/exposure/symbol-exposure.tsx').then((it) => it.SymbolExposurePage)),
  symbolStrategy: forMembers(() => import('./symbol/strategy/symbol-strategy.tsx').then((it) => it.SymbolStrategyPage)),
  screener: forMembers(() => import('./screener/screener.tsx').then((it) => it.ScreenerPage)),
  symbolStrategies: forMembers(() =>
    import('./symbol/strategies/symbol-strategies.tsx').then((it) => it.SymbolStrategiesPage),
  ),
  flow: forMembers(() => import('./flow/flow.tsx').then((it) => it.FlowPage)),
  symbolEvents: forMembers(() => import('./symbol/pages.ts').then((it) => it.SymbolEventsPage)),
  unusual: forMembers(() => import('./flow/pages.ts').then((it) => it.UnusualPage)),
  ideas: forMembers(() => import('./trade-ideas/pages.ts').then((it) => it.IdeasPage)),
  idea: forMembers(() => import('./trade-ideas/pages.ts').then((it) => it.IdeaPage)),
  ledger: forMembers(() => import('./receiver/pages.ts').then((it) => it.LedgerPage)),
  approvals: forMembers(() => import('./receiver/pages.ts').then((it) => it.ApprovalsPage)),
  approval: forMembers(() => import('./receiver/pages.ts').then((it) => it.ApprovalPage)),
  scorecard: forMembers(() => import('./receiver/pages.ts').then((it) => it.ScorecardPage)),
  operator: forMembers(() => import('./operator/pages.ts').then((it) => it.OperatorPage)),
  operatorAccounts: forMembers(() => import('./operator/pages.ts').then((it) => it.OperatorAccountsPage)),
  operatorDeliveries: forMembers(() => import('./operator/pages.ts').then((it) => it.OperatorDeliveriesPage)),
  operatorErrors: forMembers(() => import('./operator/pages.ts').then((it) => it.OperatorErrorsPage)),
  operatorSettings: forMembers(() => import('./operator/pages.ts').then((it) => it.OperatorSettingsPage)),
  operatorLog: forMembers(() => import('./operator/pages.ts').then((it) => it.OperatorLogPage)),
  notifications: forMembers(() => import('./notifications/notifications.tsx').then((it) => it.NotificationsPage)),
  notification: forMembers(() => import('./notifications/notifications.tsx').then((it) => it.NotificationsPage)),
  alerts: forMembers(() => import('./alerts/pages.ts').then((it) => it.AlertsPage)),
  newAlert: forMembers(() => import('./alerts/pages.ts').then((it) => it.NewAlertPage)),
  alert: forMembers(() => import('./alerts/pages.ts').then((it) => it.AlertPage)),
  settings: forMembers(() => import('./notifications/settings/settings.tsx').then((it) => it.SettingsPage)),
  apiKeys: forMembers(() => import('./accounts/pages.ts').then((it) => it.ApiKeysPage)),
  connectedApps: forMembers(() => import('./accounts/pages.ts').then((it) => it.ConnectedAppsPage)),
  authorize: forMembers(() => import('./accounts/pages.ts').then((it) => it.AuthorizePage)),
  account: forMembers(() => import('./accounts/pages.ts').then((it) => it.AccountPage)),
  security: forMembers(() => import('./accounts/pages.ts').then((it) => it.SecurityPage)),
  signUp: lazyPage(() => import('./accounts/way-in-pages.ts').then((it) => it.SignUpPage)),
  forgotPassword: lazyPage(() => import('./accounts/way-in-pages.ts').then((it) => it.ForgotPasswordPage)),
  verifyEmail: lazyPage(() => import('./accounts/way-in-pages.ts').then((it) => it.VerifyEmailPage)),
  resetPassword: lazyPage(() => import('./accounts/way-in-pages.ts').then((it) => it.ResetPasswordPage)),
  signIn: SignInPage,
}

/** A page that needs an account; without one the sign-in appears instead. Only the route itself can be lazy. */
function forMembers(load: () => Promise<FunctionComponent>): FunctionComponent {
  return lazyPage(async () => {
    const Page = await load()
    return function MembersPage() {
      return (
        <MembersOnly signIn={<SignInPage />}>
          <Page />
        </MembersOnly>
      )
    }
  })
}

export function App() {
  return (
    <LocationProvider>
      <SessionProvider>
        <FeedProvider>
          <Shell>
            <Pages />
          </Shell>
        </FeedProvider>
        <Explainer />
      </SessionProvider>
    </LocationProvider>
  )
}

const ROUTES = Object.keys(PATHS)
  .filter((name): name is PageName => name in PAGES)
  .map((name) => ({ path: PATHS[name], component: PAGES[name] }))

function Pages() {
  const { account } = useSession()
  const { path } = useLocation()
  const [failed, setFailed] = useState<string | null>(null)
  if (failed === path) return <Broken />
  if (account === undefined) {
    return (
      <UnlessOffline key="waiting" isWaiting>
        <p class="quiet">Signing you in…</p>
      </UnlessOffline>
    )
  }
  return (
    <UnlessOffline key="open">
      <ErrorBoundary onError={() => setFailed(path)}>
        <Router>
          {ROUTES.map(({ path, component }) => (
            <Route key={path} path={path} component={component} />
          ))}
          <Route default component={NotFound} />
        </Router>
      </ErrorBoundary>
    </UnlessOffline>
  )
}

function NotFound() {
  const { path } = useLocation()
  return (
    <section class="empty">
      <h1>Page not found</h1>
      <p>
        There is no page at <code>{path}</code>. Go to <a href="/">the market</a>, or search for a symbol above.
      </p>
    </section>
  )
}
