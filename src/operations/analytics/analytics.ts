import type { CallerKind } from '../context.ts'
import type { SurfaceName } from '../operation.ts'

/** Analytics are asked by keys, from the web and on the command line, never without an account. */
export const ANALYTICS_CALLERS: readonly CallerKind[] = ['api_key', 'session', 'command_line']

export const ANALYTICS_SURFACES: readonly SurfaceName[] = ['rest', 'mcp', 'cli', 'web']
