import type { SessionVolatilities } from '../domain/smile/held-volatilities.ts'

/** Volatilities of the present session that outlive the process. */
export interface HeldVolatilities {
  /** By symbol, as an earlier process left them. */
  readonly known: readonly (readonly [symbol: string, held: SessionVolatilities])[]
  /** Does not wait until they are stored. */
  keep(symbol: string, held: SessionVolatilities): void
}
