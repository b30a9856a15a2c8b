import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from './logger.ts'

const FOLDER = join(import.meta.dirname, '../../dist/web')

/** Where the built web pages are. Without them the service runs for programs alone, and its log says how to make them. */
export function builtPages(log: Log): string | undefined {
  if (existsSync(join(FOLDER, 'index.html'))) return FOLDER
  log.warn('The web pages are not built: only programs are answered. Build them with npm run build.')
  return undefined
}
