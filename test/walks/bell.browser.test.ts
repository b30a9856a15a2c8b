/** The bell and the user's own pages, as a person uses them: a real browser and the real service as a process. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { run } from '../support/command.ts'
import { type RunningService, startService } from '../support/service.ts'

const root = resolve(import.meta.dirname, '../..')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const EMAIL = 'walker@example.com'
const PASSWORD = 'correct horse battery'
const SCRIPT = '<img src=x onerror="document.body.remove()">'

describe.skipIf(!chromiumPath)('the bell in a browser', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'optionwire-'))
  let service: RunningService
  let browser: Browser

  const cli = async (...args: string[]) => {
    const ended = await run('src/cli.ts', args, { cwd: folder, env: service.environment })
    expect(ended.stderr).toBe('')
    return ended.stdout
  }
  beforeAll(async () => {
    if (!existsSync(join(root, 'dist/web/index.html'))) {
      const config = ['--config', join(root, 'src/web/vite.config.ts'), '--configLoader', 'native']
      await run('node_modules/vite/bin/vite.js', ['build', ...config], { cwd: root })
    }
    service = await startService({ folder })
    await cli('account', 'create', '--email', EMAIL, '--password', PASSWORD, '--plan', 'vega', '--verified')
    browser = await launchChromium()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  async function signedIn(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    const page = await context.newPage()
    await page.goto(`${service.url}/sign_in`)
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('.bell').waitFor()
    await page.close()
    return context
  }

  async function open(context: BrowserContext, path: string): Promise<{ page: Page; complaints: string[] }> {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url)) complaints.push(`left: ${request.url()}`)
    })
    await page.goto(service.url + path)
    await page.locator('h1').waitFor()
    return { page, complaints }
  }

  it('rings in every tab, agrees between them, and misses nothing while the service is killed', async () => {
    const context = await signedIn()
    const { page: list } = await open(context, '/notifications')
    const { page: other } = await open(context, '/account')
    const fresh = list.locator('.notification-fresh button')
    const titles = list.locator('article h3 button')
    await list.getByText('Nothing yet').waitFor()

    await cli('announce', '--title', `First ${SCRIPT}`, '--body', SCRIPT)
    await fresh.click()
    await other.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
    expect(await titles.allTextContents()).toEqual([`Unread: First ${SCRIPT}`])
    expect(await other.title()).toBe('(1) Account · Optionwire')

    await list.getByRole('button', { name: 'Mark read', exact: true }).click()
    await other.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

    await service.stop('SIGKILL')
    await cli('announce', '--title', 'Second', '--body', 'while nobody listened')
    await cli('announce', '--title', 'Third', '--body', 'while nobody listened', '--critical')
    service = await startService({ folder, settings: { PORT: new URL(service.url).port } })

    await list.getByRole('button', { name: '2 new' }).click({ timeout: 60_000 })
    await other.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor({ timeout: 60_000 })
    expect(await titles.allTextContents()).toEqual(['Unread: Third', 'Unread: Second', `First ${SCRIPT}`])

    await list.reload()
    await titles.first().waitFor()
    expect(await titles.allTextContents()).toEqual(['Unread: Third', 'Unread: Second', `First ${SCRIPT}`])
    await context.close()
  })

  it('takes a deletion back, and means it after five seconds', async () => {
    await cli('announce', '--title', 'To stay', '--body', 'always')
    await cli('announce', '--title', 'To be deleted', '--body', 'soon')
    const context = await signedIn()
    const { page } = await open(context, '/notifications')
    const item = page.locator('article', { hasText: 'To be deleted' })
    await item.waitFor()

    await page.keyboard.press('j')
    await page.keyboard.press('#')
    await item.waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await item.waitFor()

    // The focus went on to the next one
    await page.keyboard.press('k')
    await page.keyboard.press('#')
    await page.getByText('Deleted.').waitFor({ state: 'detached', timeout: 20_000 })
    await page.reload()
    await page.locator('article').first().waitFor()
    expect(await item.count()).toBe(0)
    await context.close()
  })

  it('shows what is typed as text, wherever it is shown', async () => {
    const context = await signedIn()
    const { page, complaints } = await open(context, '/alerts/new')
    await page.getByLabel('Name').fill(SCRIPT)
    await page.getByLabel('Symbols').fill('SPY')
    await page.getByRole('button', { name: 'Make the alert' }).click()
    await page.getByRole('heading', { level: 1, name: SCRIPT }).waitFor()

    await page.goto(`${service.url}/api_keys`)
    await page.getByLabel('Name', { exact: true }).fill(SCRIPT)
    await page.getByRole('button', { name: 'Make the key' }).click()
    await page.getByRole('heading', { name: `The key “${SCRIPT}” is made` }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it.each([
    ['light', { width: 1_440, height: 900 }],
    ['dark', { width: 360, height: 740 }],
  ] as const)('is accessible, quiet and fits: %s, %o', async (colorScheme, viewport) => {
    const context = await signedIn({ colorScheme, viewport })
    for (const path of ['/notifications', '/alerts', '/alerts/new', '/settings', '/api_keys', '/account']) {
      const { page, complaints } = await open(context, path)
      await page.waitForLoadState('networkidle')
      await page.locator('.bell').click()
      await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
      const results: AxeResults = await page.evaluate(`${axe}; axe.run()`)
      const sideways: number = await page.evaluate('document.documentElement.scrollWidth - innerWidth')

      expect([path, results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)]).toEqual([path, []])
      expect([path, complaints, sideways <= 0]).toEqual([path, [], true])
      await page.close()
    }
    await context.close()
  })
})
