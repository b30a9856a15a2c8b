import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTitle } from './feed/use-title.ts'
import { AccountMenu } from './parts/account-menu.tsx'
import { Bell } from './parts/bell.tsx'
import { DateTravel } from './parts/date-travel.tsx'
import { SymbolSearch } from './parts/symbol-search.tsx'
import { ThemeSwitch } from './parts/theme-switch.tsx'
import { Toasts } from './parts/toasts.tsx'
import { type PageName, pathTo } from './paths.ts'
import { useSession } from './session.tsx'
import { useDate } from './travel.ts'

/** Pages about the market: the date goes along from one to the next. */
const MARKET: readonly (readonly [PageName, string])[] = [
  ['market', 'Market'],
  ['flow', 'Flow'],
  ['unusual', 'Unusual'],
  ['ideas', 'Trade ideas'],
]
const OWN: readonly (readonly [PageName, string])[] = [
  ['notifications', 'Notifications'],
  ['alerts', 'Alerts'],
  ['settings', 'Settings'],
  ['apiKeys', 'API keys'],
  ['account', 'Account'],
  ['ledger', 'Ledger'],
]

/** What stands around every page. */
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
        <a href="/docs">Interface</a>
        <span>Analytics of public market data. No advice, and no orders but paper ones.</span>
      </footer>
      {account ? <Toasts /> : null}
    </>
  )
}

function MarketTools() {
  return (
    <>
      <SymbolSearch />
      <DateTravel />
    </>
  )
}

/** The main part; after a change of page the focus and the scroll go to its top. */
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
  const [isOpen, setOpen] = useState(false)
  // Another page closes the menu
  useEffect(() => setOpen(false), [path])
  return (
    <nav class="pages" aria-label="Pages" data-open={isOpen}>
      <button type="button" class="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Menu
      </button>
      <ul>
        {MARKET.map(([page, title]) => (
          <PageLink key={page} page={page} title={title} isDated />
        ))}
      </ul>
      <ul>
        {OWN.map(([page, title]) => (
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
