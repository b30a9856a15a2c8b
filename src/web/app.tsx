import type { FunctionComponent } from 'preact'
import { useState } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { FeedProvider } from './feed/provider.tsx'
import { Explainer } from './parts/explained.tsx'
import { PATHS, type PageName } from './paths.ts'
import { SessionProvider, useSession } from './session.tsx'
import { Shell } from './shell.tsx'

/** The pages; each is loaded when it is first opened. */
const PAGES: Readonly<Record<PageName, FunctionComponent>> = {
  market: lazy(() => import('./pages/market-overview.tsx').then((it) => it.MarketOverviewPage)),
  symbol: lazy(() => import('./pages/symbol.tsx').then((it) => it.SymbolPage)),
  symbolVolatility: lazy(() => import('./pages/symbol-volatility.tsx').then((it) => it.SymbolVolatilityPage)),
  symbolFlow: lazy(() => import('./pages/symbol-flow.tsx').then((it) => it.SymbolFlowPage)),
  symbolChain: lazy(() => import('./pages/symbol-chain.tsx').then((it) => it.SymbolChainPage)),
  flow: lazy(() => import('./pages/flow.tsx').then((it) => it.FlowPage)),
  symbolEvents: lazy(() => import('./pages/symbol-events.tsx').then((it) => it.SymbolEventsPage)),
  unusual: lazy(() => import('./pages/unusual.tsx').then((it) => it.UnusualPage)),
  ideas: lazy(() => import('./pages/ideas.tsx').then((it) => it.IdeasPage)),
  idea: lazy(() => import('./pages/idea.tsx').then((it) => it.IdeaPage)),
  ledger: lazy(() => import('./pages/ledger.tsx').then((it) => it.LedgerPage)),
  notifications: lazy(() => import('./pages/notifications.tsx').then((it) => it.NotificationsPage)),
  notification: lazy(() => import('./pages/notifications.tsx').then((it) => it.NotificationsPage)),
  alerts: lazy(() => import('./pages/alerts.tsx').then((it) => it.AlertsPage)),
  newAlert: lazy(() => import('./pages/alert-editor.tsx').then((it) => it.NewAlertPage)),
  alert: lazy(() => import('./pages/alert-editor.tsx').then((it) => it.AlertPage)),
  settings: lazy(() => import('./pages/settings.tsx').then((it) => it.SettingsPage)),
  apiKeys: lazy(() => import('./pages/api-keys.tsx').then((it) => it.ApiKeysPage)),
  account: lazy(() => import('./pages/account.tsx').then((it) => it.AccountPage)),
  signUp: lazy(() => import('./pages/sign-up.tsx').then((it) => it.SignUpPage)),
  forgotPassword: lazy(() => import('./pages/forgot-password.tsx').then((it) => it.ForgotPasswordPage)),
  verifyEmail: lazy(() => import('./pages/verify-email.tsx').then((it) => it.VerifyEmailPage)),
  resetPassword: lazy(() => import('./pages/reset-password.tsx').then((it) => it.ResetPasswordPage)),
  signIn: lazy(() => import('./pages/sign-in.tsx').then((it) => it.SignInPage)),
}

/** Pages for people without a sign-in session. */
const OPEN: ReadonlySet<PageName> = new Set(['signIn', 'signUp', 'forgotPassword', 'verifyEmail', 'resetPassword'])

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

/** The pages as their addresses show them: strangers get the sign-in in place of those that need an account. */
const SHOWN = Object.keys(PATHS)
  .filter((name): name is PageName => name in PAGES)
  .map((name) => ({ path: PATHS[name], component: OPEN.has(name) ? PAGES[name] : forMembers(PAGES[name]) }))

function forMembers(Page: FunctionComponent): FunctionComponent {
  const SignIn = PAGES.signIn
  return function MembersPage() {
    return useSession().account ? <Page /> : <SignIn />
  }
}

function Pages() {
  const { account } = useSession()
  const [failed, setFailed] = useState(false)
  if (failed) return <Broken />
  if (account === undefined) return <p class="quiet">Looking who you are…</p>
  return (
    <ErrorBoundary onError={() => setFailed(true)}>
      <Router>
        {SHOWN.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  )
}

function NotFound() {
  const { path } = useLocation()
  return (
    <section class="empty">
      <h1>There is no such page</h1>
      <p>
        Nothing is at <code>{path}</code>. Go to <a href="/">the market</a>, or search for a symbol above.
      </p>
    </section>
  )
}

/** A page that could not be loaded: most often the service was updated while it was open. */
function Broken() {
  return (
    <section class="empty" role="alert">
      <h1>This page could not be loaded</h1>
      <p>The service may have been updated or restarted.</p>
      <button type="button" onClick={() => location.reload()}>
        Load it again
      </button>
    </section>
  )
}
