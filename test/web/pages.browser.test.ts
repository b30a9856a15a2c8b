import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATHS, type PageName } from '../../src/web/paths.ts'
import {
  canWalk,
  type Scheme,
  SIZES,
  type SizeName,
  settled,
  violations,
  type WebService,
  type Window,
  webService,
} from '../support/web-service.ts'

const SCHEMES: readonly Scheme[] = ['light', 'dark']
const SIZE_NAMES: readonly SizeName[] = ['desktop', 'phone']
/** All four looks of every page take minutes: `npm run test:web`. Else each page is seen in one, turn by turn. */
const isFull = process.env['WEB_LOOKS'] === 'all'

const looks = SCHEMES.flatMap((scheme) => SIZE_NAMES.map((size) => ({ scheme, size })))
const names = Object.keys(PATHS) as PageName[]
const cases = names.flatMap((name, index) =>
  looks.filter((_look, turn) => isFull || turn === index % looks.length).map((look) => ({ name, ...look })),
)

describe.skipIf(!canWalk)('every page', { timeout: 120_000 }, () => {
  let web: WebService
  const windows = new Map<string, Window>()
  const parameters: Record<string, string> = { symbol: 'SPY' }

  beforeAll(async () => {
    web = await webService()
  }, 120_000)
  afterAll(() => web?.[Symbol.asyncDispose]())

  async function windowOf(scheme: Scheme, size: SizeName): Promise<Window> {
    const key = `${scheme} ${size}`
    const window = windows.get(key) ?? (await web.open({ colorScheme: scheme, viewport: SIZES[size] }))
    windows.set(key, window)
    return window
  }

  it.each(cases)('$name in $scheme on $size is accessible, quiet, and as wide as the screen', async (look) => {
    const { page, complaints } = await windowOf(look.scheme, look.size)
    complaints.length = 0
    await page.goto(PATHS[look.name].replaceAll(/:(\w+)/g, (_whole, name: string) => parameters[name] ?? 'none'))
    await settled(page)

    const broken = await violations(page)
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

    expect(broken).toEqual([])
    expect(complaints).toEqual([])
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
