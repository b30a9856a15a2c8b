import type { FunctionComponent } from 'preact'
import { useState } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { FeedProvider } from './feed/provider.tsx'
import { SignInPage } from './pages/sign-in.tsx'
import { Explainer } from './parts/explained.tsx'
import { PATHS, type PageName } from './paths.ts'
import { SessionProvider, useSession } from './session.tsx'
import { Shell } from './shell.tsx'

/** The pages; each is loaded when it is first opened. */
const PAGES: Readonly<Record<PageName, FunctionComponent>> = {
  market: forMembers(() => import('./pages/market-overview.tsx').then((it) => it.MarketOverviewPage)),
  symbol: forMembers(() => import('./pages/symbol.tsx').then((it) => it.SymbolPage)),
  symbolVolatility: forMembers(() => import('./pages/symbol-volatility.tsx').then((it) => it.SymbolVolatilityPage)),
  symbolFlow: forMembers(() => import('./pages/symbol-flow.tsx').then((it) => it.SymbolFlowPage)),
  symbolChain: forMembers(() => import('./pages/symbol-chain.tsx').then((it) => it.SymbolChainPage)),
  flow: forMembers(() => import('./pages/flow.tsx').then((it) => it.FlowPage)),
  symbolEvents: forMembers(() => import('./pages/symbol-events.tsx').then((it) => it.SymbolEventsPage)),
  unusual: forMembers(() => import('./pages/unusual.tsx').then((it) => it.UnusualPage)),
  ideas: forMembers(() => import('./pages/ideas.tsx').then((it) => it.IdeasPage)),
  idea: forMembers(() => import('./pages/idea.tsx').then((it) => it.IdeaPage)),
  ledger: forMembers(() => import('./pages/ledger.tsx').then((it) => it.LedgerPage)),
  notifications: forMembers(() => import('./pages/notifications.tsx').then((it) => it.NotificationsPage)),
  notification: forMembers(() => import('./pages/notifications.tsx').then((it) => it.NotificationsPage)),
  alerts: forMembers(() => import('./pages/alerts.tsx').then((it) => it.AlertsPage)),
  newAlert: forMembers(() => import('./pages/alert-editor.tsx').then((it) => it.NewAlertPage)),
  alert: forMembers(() => import('./pages/alert-editor.tsx').then((it) => it.AlertPage)),
  settings: forMembers(() => import('./pages/settings.tsx').then((it) => it.SettingsPage)),
  apiKeys: forMembers(() => import('./pages/api-keys.tsx').then((it) => it.ApiKeysPage)),
  account: forMembers(() => import('./pages/account.tsx').then((it) => it.AccountPage)),
  signUp: lazy(() => import('./pages/sign-up.tsx').then((it) => it.SignUpPage)),
  forgotPassword: lazy(() => import('./pages/forgot-password.tsx').then((it) => it.ForgotPasswordPage)),
  verifyEmail: lazy(() => import('./pages/verify-email.tsx').then((it) => it.VerifyEmailPage)),
  resetPassword: lazy(() => import('./pages/reset-password.tsx').then((it) => it.ResetPasswordPage)),
  signIn: SignInPage,
}

/** A page that needs an account; strangers get the sign-in in its place. What is lazy must be the route itself. */
function forMembers(load: () => Promise<FunctionComponent>): FunctionComponent {
  return lazy(async () => {
    const Page = await load()
    return function MembersPage() {
      return useSession().account ? <Page /> : <SignInPage />
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
  const [failed, setFailed] = useState(false)
  if (failed) return <Broken />
  if (account === undefined) return <p class="quiet">Looking who you are…</p>
  return (
    <ErrorBoundary onError={() => setFailed(true)}>
      <Router>
        {ROUTES.map(({ path, component }) => (
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
