import type { CallerKind } from '../../catalogue/context.ts'
import type { Operation, SurfaceName } from '../../catalogue/operation.ts'

/** The ledger has no account: it is read with the webhook secret, over the network and on the ledger page. */
export const LEDGER_CALLERS: readonly CallerKind[] = ['webhook_sender', 'command_line']

export const LEDGER_SURFACES: readonly SurfaceName[] = ['rest', 'web']

/** Orders that wait are answered by a person who is signed in; who may is the operator's list, not a plan. */
export const APPROVAL_ACCESS = {
  capability: 'account',
  callers: ['session'],
  surfaces: ['rest', 'web'],
} as const satisfies Pick<Operation, 'capability' | 'callers' | 'surfaces'>
