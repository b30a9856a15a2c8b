import { z } from 'zod'
import type { CallerKind } from '../../catalogue/context.ts'
import type { SurfaceName } from '../../catalogue/operation.ts'

/** Callers of analytics: API keys, web sessions and the command line; never anonymous. */
export const ANALYTICS_CALLERS: readonly CallerKind[] = ['api_key', 'session', 'command_line']

export const ANALYTICS_SURFACES: readonly SurfaceName[] = ['rest', 'mcp', 'cli', 'web']

/** Calendar days to expiration. */
export const Dte = z.int().min(0).max(3650)

export const MaxDte = Dte.describe('Only expirations within this many calendar days; 0 is those of the session itself.')
