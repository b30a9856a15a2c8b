import type { CallerKind } from '../../catalogue/context.ts'
import type { SurfaceName } from '../../catalogue/operation.ts'

/** The ledger has no account: it is read with the webhook secret, over the network and on the ledger page. */
export const LEDGER_CALLERS: readonly CallerKind[] = ['webhook_sender', 'command_line']

export const LEDGER_SURFACES: readonly SurfaceName[] = ['rest', 'web']
