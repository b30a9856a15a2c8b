import { z } from 'zod'
import type { CallerKind } from '../context.ts'
import type { SurfaceName } from '../operation.ts'

/** Analytics are asked by keys, from the web and on the command line, never without an account. */
export const ANALYTICS_CALLERS: readonly CallerKind[] = ['api_key', 'session', 'command_line']

export const ANALYTICS_SURFACES: readonly SurfaceName[] = ['rest', 'mcp', 'cli', 'web']

/** Calendar days to expiration. */
export const Dte = z.int().min(0).max(3650)

export const MaxDte = Dte.describe('Only expirations within this many calendar days; 0 is those of the session itself.')
