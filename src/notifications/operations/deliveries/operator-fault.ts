import type { SendResult } from '../../ports/channel.ts'

/** A failure of the service itself, which may be mended before the next try. */
export function operatorFault(code: string, reason: string): SendResult {
  return { ok: false, retry: true, operator: true, code, reason, httpStatus: null, responseHead: null }
}
