import type { CallerKind } from '../context.ts'
import type { SurfaceName } from '../operation.ts'

/** Trade ideas are asked by keys, from the web and on the command line. The tools of MCP are fixed without them. */
export const IDEA_CALLERS: readonly CallerKind[] = ['api_key', 'session', 'command_line']

export const IDEA_SURFACES: readonly SurfaceName[] = ['rest', 'cli', 'web']
