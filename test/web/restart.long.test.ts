import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATHS, type PageName } from '../../src/web/paths.ts'
import { canWalk, type KillableWebService, killableWebService, settled } from '../support/browser/web-service.ts'

/** Pages of one thing need an id, and those to sign in are of strangers. */
const OF_ONE_THING = /:id$/
const OF_STRANGERS: readonly PageName[] = ['signIn', 'signUp', 'forgotPassword', 'verifyEmail', 'resetPassword']
const NAMES = (Object.keys(PATHS) as PageName[]).filter(
  (name) => !OF_ONE_THING.test(PATHS[name]) && !OF_STRANGERS.includes(name) && name !== 'authorize',
)
const AWAY = /cannot be reached|could not be loaded/
/** Pages ask again each 5 s, and the bell after at most half a minute. */
const PATIENCE = { timeout: 60_000, interval: 200 }

interface OpenPage {
  readonly name: PageName
  readonly page: Page
  readonly heading: string
}

describe.skipIf(!canWalk)('pages whose service is killed', { timeout: 300_000 }, () => {
  let web: KillableWebService
  let context: BrowserContext
  beforeAll(async () => {
    web = await killableWebService()
    const granted = await web.cli('account_grant_operator', web.email)
    if (granted.code !== 0) throw new Error(granted.stderr)
    context = (await web.open()).context
  }, 120_000)
  afterAll(() => web?.[Symbol.asyncDispose]())

  async function opened(name: PageName): Promise<OpenPage> {
    const page = await context.newPage()
    await page.goto(PATHS[name].replace(':symbol', 'SPY'))
    await settled(page)
    return { name, page, heading: await page.locator('main h1').first().innerText() }
  }

  const mainOf = ({ page }: OpenPage) => page.locator('main').innerText()

  it('stay as they were while it is away, and are whole again by themselves', async () => {
    const pages: OpenPage[] = []
    for (const name of NAMES) pages.push(await opened(name))
    // A second tab of a page whose numbers move.
    pages.push(await opened('flow'))

    await web.crashAndRestart({
      async meanwhile() {
        for (const { name, page, heading } of pages) {
          expect(await page.locator('main h1').first().innerText(), name).toBe(heading)
        }
      },
    })

    for (const open of pages) {
      await expect.poll(() => mainOf(open), { ...PATIENCE, message: open.name }).not.toMatch(AWAY)
      expect(await open.page.locator('main h1').first().innerText(), open.name).toBe(open.heading)
    }
  })

  it('open again after it, each by its address', async () => {
    for (const name of NAMES) {
      const page = await context.newPage()
      await page.goto(PATHS[name].replace(':symbol', 'SPY'))
      await settled(page)

      expect(await page.locator('main').innerText(), name).not.toMatch(AWAY)
      await page.close()
    }
  })
})
