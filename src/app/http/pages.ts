import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readViews, VIEWS, type ViewTexts } from '../../surfaces/mcp/views.ts'
import type { Log } from '../logger.ts'

const FOLDER = join(import.meta.dirname, '../../../dist/web')
const VIEWS_FOLDER = join(import.meta.dirname, '../../../dist/views')

/**
 * The folder of the built web pages. Without it the service answers only programs, and the log says how to build the
 * pages.
 */
export function builtPages(log: Log): string | undefined {
  if (existsSync(join(FOLDER, 'index.html'))) return FOLDER
  log.warn('The web pages are not built. Build them with npm run build.')
  return undefined
}

/** What assistants may show beside answers, built with the pages. */
export function builtViews(): ViewTexts | undefined {
  const areBuilt = VIEWS.every(({ name }) => existsSync(join(VIEWS_FOLDER, `${name}.html`)))
  return areBuilt ? readViews(VIEWS_FOLDER) : undefined
}
