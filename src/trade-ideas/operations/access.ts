import type { CallerKind } from '../../catalogue/context.ts'
import type { SurfaceName } from '../../catalogue/operation.ts'

/** Trade ideas are available to API keys, in the web application and on the command line. */
export const IDEA_CALLERS: readonly CallerKind[] = ['api_key', 'session', 'command_line']

export const IDEA_SURFACES: readonly SurfaceName[] = ['rest', 'cli', 'web']
