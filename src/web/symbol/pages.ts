/** One file for both: each file that the start of the site may load costs bytes there. */
export { SymbolEventsPage } from './events/symbol-events.tsx'
export { SymbolChainPage } from './symbol-chain.tsx'
