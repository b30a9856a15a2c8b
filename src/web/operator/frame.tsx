import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { useAccount } from '../accounts/session.tsx'
import { type PageName, pathTo } from '../paths.ts'
import { Empty } from '../ui/states.tsx'
import './operator.css'

const PAGES: readonly (readonly [PageName, string])[] = [
  ['operator', 'State'],
  ['operatorAccounts', 'Accounts'],
  ['operatorDeliveries', 'Deliveries'],
  ['operatorErrors', 'Errors'],
  ['operatorSettings', 'Settings'],
  ['operatorLog', 'Log'],
]

/** The frame of the operator's pages; for others a sentence. */
export function OperatorFrame({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const { operator } = useAccount()
  const { path } = useLocation()
  if (!operator) {
    return (
      <>
        <h1>{title}</h1>
        <Empty next="Another operator can give it the role, or: optionwire account grant-operator.">
          This account is no operator of this service.
        </Empty>
      </>
    )
  }
  return (
    <>
      <h1>{title}</h1>
      <nav class="operator-pages" aria-label="Operator">
        {PAGES.map(([page, name]) => (
          <a key={page} href={pathTo(page)} aria-current={path === pathTo(page) ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {children}
    </>
  )
}
