import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { withQuery } from '../../travel.ts'

interface ContractLinkProps {
  /** OCC identity, 21 characters. */
  readonly optionSymbol: string
  readonly symbol: string
  readonly label?: string
  readonly children: ComponentChildren
}

/** Opens the contract over the page; the address can be shared, and Back closes it. */
export function ContractLink({ optionSymbol, symbol, label, children }: ContractLinkProps) {
  const { url } = useLocation()
  return (
    <a class="contract-link" href={withQuery(url, { contract: optionSymbol, of: symbol })} aria-label={label}>
      {children}
    </a>
  )
}
