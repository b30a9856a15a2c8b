/** `npm run pictures`: the pictures of the README, taken in a real browser of the simulated market. */
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { settled, webService } from '../support/browser/web-service.ts'

const FOLDER = resolve(import.meta.dirname, '../../.readme')
/** A past session looks the same whenever the pictures are taken. */
const DATE = '2026-11-20'
const SIZE = { width: 1280, height: 860 }

interface Picture {
  readonly name: string
  readonly path: string
  readonly scheme: 'light' | 'dark'
  readonly arrange?: (page: Page) => Promise<unknown>
}

const PICTURES: readonly Picture[] = [
  { name: 'market', path: `/?date=${DATE}`, scheme: 'light' },
  { name: 'symbol', path: `/symbols/SPY?date=${DATE}`, scheme: 'dark' },
  { name: 'volatility', path: `/symbols/SPY/volatility?date=${DATE}`, scheme: 'light' },
  { name: 'flow', path: `/unusual?date=${DATE}`, scheme: 'dark' },
  {
    name: 'bell',
    path: '/settings',
    scheme: 'light',
    arrange: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
  },
]

await using web = await webService({ MARKET_SYMBOLS: 'SPY,QQQ,IWM,DIA,AAPL,NVDA,TSLA,AMD,MSFT,META' })
await web.cli('announce', '--title', 'Maintenance on Saturday', '--body', 'The service restarts at 06:00 UTC.')
for (const scheme of ['light', 'dark'] as const) {
  const { page, context } = await web.open({ colorScheme: scheme, viewport: SIZE })
  for (const { name, path, arrange } of PICTURES.filter((picture) => picture.scheme === scheme)) {
    await page.goto(path)
    await settled(page)
    await arrange?.(page)
    // Charts draw a moment after their numbers have come.
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(FOLDER, `${name}.png`) })
    console.log(`.readme/${name}.png`)
  }
  await context.close()
}
