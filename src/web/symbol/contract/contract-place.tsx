import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import './contract-link.css'
import { withQuery } from '../../travel.ts'

type Drawer = typeof import('./contract-drawer.tsx')

/** Where the contract of the address is shown; nothing without one. Its code is loaded with the first contract. */
export function ContractPlace() {
  const { query, url, route } = useLocation()
  const { contract, of: symbol } = query
  const [drawer, setDrawer] = useState<Drawer | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const isWanted = Boolean(contract && symbol)
  useEffect(() => {
    if (isWanted) import('./contract-drawer.tsx').then(setDrawer, setFailure)
  }, [isWanted])
  // The page that could not load a part of itself says so.
  if (failure) throw failure
  if (!drawer || !contract || !symbol) return null
  const close = () => route(withQuery(url, { contract: null, of: null }), true)
  return <drawer.ContractDrawer key={contract} symbol={symbol} optionSymbol={contract} close={close} />
}
