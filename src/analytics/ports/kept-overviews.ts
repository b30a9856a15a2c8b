import type { KeptOverview } from '../contract/kept-overview.ts'

/** Overviews of past sessions that outlive the process. */
export interface KeptOverviews {
  /** A digest of what an overview of that date is worked out from; null where it may still change. */
  basisOf(date: string): Promise<string | null>
  /** Undefined without one of the same basis. */
  find(date: string, basis: string): Promise<KeptOverview | undefined>
  put(date: string, basis: string, overview: KeptOverview): Promise<void>
}
