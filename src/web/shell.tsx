import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { AccountMenu } from './accounts/account-menu.tsx'
import { useSession } from './accounts/session.tsx'
import { Bell } from './notifications/bell/bell.tsx'
import { useTitle } from './notifications/feed/use-title.ts'
import { Toasts } from './notifications/toasts.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { type PageName, pathTo } from './paths.ts'
import { DateTravel } from './symbol/date-travel.tsx'
import { useDate } from './travel.ts'
import { ThemeSwitch } from './ui/theme-switch.tsx'

/** Pages about the market. Their links keep the selected date, but for the watchlist, which is of now. */
const MARKET: readonly (readonly [PageName, string])[] = [
  ['market', 'Market'],
  ['watchlist', 'Watchlist'],
  ['screener', 'Screener'],
  ['flow', 'Flow'],
  ['unusual', 'Unusual'],
  ['ideas', 'Trade ideas'],
]
/** The bottom bar of a phone; the other pages are behind its last button. */
const BOTTOM: typeof MARKET = [
  ['market', 'Market'],
  ['watchlist', 'Watchlist'],
  ['flow', 'Flow'],
  ['ideas', 'Ideas'],
]
const OWN: readonly (readonly [PageName, string])[] = [
  ['notifications', 'Notifications'],
  ['alerts', 'Alerts'],
  ['settings', 'Settings'],
  ['apiKeys', 'API keys'],
  ['connectedApps', 'Connected apps'],
  ['account', 'Account'],
  ['security', 'Security'],
  ['ledger', 'Ledger'],
  ['scorecard', 'Scorecard'],
]
/** For operators of the service alone. */
const OPERATOR: typeof MARKET = [['operator', 'Operator']]

/** The frame of every page. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const { account } = useSession()
  useTitle()
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="masthead">
        <a class="name" href="/">
          Optionwire
        </a>
        {account ? <MarketTools /> : <span class="stretch" />}
        {account ? <Bell /> : null}
        <ThemeSwitch />
        <AccountMenu />
      </header>
      {account ? <Navigation /> : null}
      <Content>{children}</Content>
      <footer class="foot">
        <a href="/docs">API docs</a>
        <span>Analytics of public market data. Not investment advice. Paper orders only.</span>
      </footer>
    </>
  )
}

function MarketTools() {
  return (
    <>
      <PaletteButton />
      <Toasts />
      <DateTravel />
    </>
  )
}

/** The main part. A change of page moves the focus and the scroll position to its top. */
function Content({ children }: { readonly children: ComponentChildren }) {
  const { path } = useLocation()
  const main = useRef<HTMLElement>(null)
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    main.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [path])
  return (
    <main id="content" ref={main} tabIndex={-1}>
      {children}
    </main>
  )
}

function Navigation() {
  const { path } = useLocation()
  const { account } = useSession()
  const own = account?.operator ? [...OWN, ...OPERATOR] : OWN
  const [isOpen, setOpen] = useState(false)
  // A change of page closes the menu.
  useEffect(() => setOpen(false), [path])
  return (
    <nav class="pages" aria-label="Pages" data-open={isOpen}>
      <ul class="bottom">
        {BOTTOM.map(([page, title]) => (
          <PageLink key={page} page={page} title={title} isDated={page !== 'watchlist'} />
        ))}
      </ul>
      <button type="button" class="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        More
      </button>
      <ul>
        {MARKET.map(([page, title]) => (
          <PageLink key={page} page={page} title={title} isDated={page !== 'watchlist'} />
        ))}
      </ul>
      <ul>
        {own.map(([page, title]) => (
          <PageLink key={page} page={page} title={title} />
        ))}
      </ul>
    </nav>
  )
}

interface PageLinkProps {
  readonly page: PageName
  readonly title: string
  readonly isDated?: boolean
}

function PageLink({ page, title, isDated = false }: PageLinkProps) {
  const { path } = useLocation()
  const date = useDate()
  const target = pathTo(page)
  const isHere = page === 'market' ? path === '/' || path.startsWith('/symbols/') : path.startsWith(target)
  return (
    <li>
      <a href={pathTo(page, {}, isDated ? { date } : {})} aria-current={isHere ? 'page' : undefined}>
        {title}
      </a>
    </li>
  )
}
