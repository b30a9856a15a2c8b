import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The same engine without the parts that draw windows: starts sooner, and pages cost about a quarter less. */
const SHELL = '/usr/bin/chromium-headless-shell'

const installed = (paths: readonly (string | undefined)[]) => paths.find((path) => path && existsSync(path))

/** Where an installed browser is; tests that need one say visibly when there is none. */
export const chromiumPath = installed([process.env['CHROMIUM_PATH'], SHELL, ...CANDIDATES])
/** The shell shows no notifications of a page. */
const fullPath = installed([process.env['CHROMIUM_PATH'], ...CANDIDATES])
export const canNotify = fullPath !== undefined

if (!chromiumPath) console.warn('No Chromium found: the browser tests are skipped. CHROMIUM_PATH names another one.')

export function launchChromium(options: { readonly notifies?: boolean } = {}): Promise<Browser> {
  const executablePath = options.notifies ? fullPath : chromiumPath
  if (!executablePath) throw new Error('No Chromium found')
  // Containers run as root and have no GPU and little shared memory.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
  return chromium.launch({ executablePath, args })
}
