import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where an installed browser is; tests that need one say visibly when there is none. */
export const chromiumPath = [process.env['CHROMIUM_PATH'], ...CANDIDATES].find((path) => path && existsSync(path))

if (!chromiumPath) console.warn('No Chromium found: the browser tests are skipped. CHROMIUM_PATH names another one.')

export function launchChromium(): Promise<Browser> {
  if (!chromiumPath) throw new Error('No Chromium found')
  // Containers run as root and have no GPU and little shared memory.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
  return chromium.launch({ executablePath: chromiumPath, args })
}
