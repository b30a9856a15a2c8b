import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../src/app/operations.ts'
import { chromiumPath, launchChromium } from '../../support/browser/chromium.ts'
import { type RestServer, restServer } from '../../support/http/rest-server.ts'
import { sample } from '../../support/sample.ts'
import { sampleOperations } from '../../support/sample-operations.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } } as const

describe.skipIf(!chromiumPath)('the documentation page in a browser', { timeout: 180_000 }, () => {
  let rest: RestServer
  let browser: Browser
  let base: string
  beforeAll(async () => {
    // A few of each kind look like all of them, and rules of accessibility take time on every element.
    rest = await restServer({
      operations: [...operations.filter((_it, index) => index % 16 === 0), ...sampleOperations()],
    })
    base = await rest.server.listen({ port: 0, host: '127.0.0.1' })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await rest?.[Symbol.asyncDispose]()
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
  })

  async function open(
    scheme: 'light' | 'dark',
    size: keyof typeof SIZES,
  ): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext({ colorScheme: scheme, viewport: SIZES[size], reducedMotion: 'reduce' })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !request.url().startsWith('data:'))
        complaints.push(`left: ${request.url()}`)
    })
    await page.goto(`${base}/docs`)
    return { page, complaints }
  }

  it.each(
    sample(
      [
        ['light', 'desktop'],
        ['light', 'phone'],
        ['dark', 'desktop'],
        ['dark', 'phone'],
      ] as const,
      2,
    ),
  )('is accessible and quiet: %s on %s', async (scheme, size) => {
    const { page, complaints } = await open(scheme, size)
    for (const details of await page.locator('details').all()) {
      await details.evaluate((element) => element.setAttribute('open', ''))
    }

    const quiet = [...complaints]
    // Evaluated through the debugger, which the page's own policy does not bind.
    const results = (await page.evaluate(`${axe}; axe.run()`)) as AxeResults
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

    expect(results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(quiet).toEqual([])
    expect(overflow).toBeLessThanOrEqual(0)
    expect(results.passes.length).toBeGreaterThan(10)
  })

  it('has colours of its own in each scheme', async () => {
    const paper = async (scheme: 'light' | 'dark') => {
      const { page } = await open(scheme, 'desktop')
      return page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    }

    expect(await paper('light')).not.toBe(await paper('dark'))
  })

  it('is walked with the keyboard: first to the content, then along the contents', async () => {
    const { page } = await open('light', 'desktop')

    await page.keyboard.press('Tab')
    const first = await page.evaluate('document.activeElement.textContent')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const inside = await page.evaluate('document.querySelector("main").contains(document.activeElement)')

    expect({ first, inside }).toEqual({ first: 'Skip to the content', inside: true })
  })

  it('brings an operation into view by its anchor', async () => {
    const { page } = await open('light', 'desktop')

    await page.getByRole('navigation').getByRole('link', { name: 'Create a sample' }).click()

    expect(page.url()).toBe(`${base}/docs#sample_create`)
    const top = await page
      .getByRole('heading', { name: 'Create a sample' })
      .evaluate((it) => it.getBoundingClientRect().top)
    const header = await page.locator('header').evaluate((it) => it.getBoundingClientRect().bottom)
    expect(top).toBeGreaterThanOrEqual(header)
    expect(top).toBeLessThan(300)
  })

  it('shows the fields of an answer on request', async () => {
    const { page } = await open('light', 'desktop')
    const section = page.locator('article', { has: page.locator('#sample_list') })

    await section.getByText('Fields of the answer').click()

    expect(await section.getByText('data[].price').isVisible()).toBe(true)
  })
})
