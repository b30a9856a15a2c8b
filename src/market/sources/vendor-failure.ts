/** Why a vendor gave no usable answer, in the words that its callers decide by. */
export type VendorFault =
  | 'stalled'
  | 'reset'
  | 'truncated'
  | 'too_large'
  | 'not_json'
  | 'changed_shape'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'bad_request'
  | 'throttled'
  | 'broken'
  | 'busy'

export interface VendorFailureDetails {
  readonly status?: number
  /** Pause requested by the vendor. */
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** The message is a sentence without address, query or keys: it may be shown to anyone who asks for market data. */
export class VendorFailure extends Error {
  readonly fault: VendorFault
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(fault: VendorFault, message: string, { status, retryAfterMs, cause }: VendorFailureDetails = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'VendorFailure'
    this.fault = fault
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** The faults that may be gone a moment later; asking again after the others would be the same mistake twice. */
const PASSING: ReadonlySet<VendorFault> = new Set(['stalled', 'reset', 'truncated', 'throttled', 'broken'])

export function mayPass(failure: VendorFailure): boolean {
  return PASSING.has(failure.fault)
}
