/** One file for both: each file that the start of the site may load costs bytes there. */
export { SymbolFlowPage } from './symbol-flow.tsx'
export { UnusualPage } from './unusual.tsx'
