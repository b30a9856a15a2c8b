import type { KeptScreen } from '../contract/screener/kept-screen.ts'

/** Tables of the screener that outlive the process. `screen` is a past date, or `present`. */
export interface KeptScreens {
  /** A digest of what the table follows from; null where it may still change. */
  basisOf(screen: string): Promise<string | null>
  /** Undefined without one of the same basis. */
  find(screen: string, basis: string): Promise<KeptScreen | undefined>
  put(screen: string, basis: string, content: KeptScreen): Promise<void>
}
