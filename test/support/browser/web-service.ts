import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { addAccount } from '../add-account.ts'
import { notificationService } from '../notifications/notification-service.ts'
import { run } from '../process/command.ts'
import { tempFolder } from '../process/temp-folder.ts'
import { type RunningService, SECRET_SETTINGS, startService } from '../service.ts'
import { chromiumPath, launchChromium } from './chromium.ts'

/** Where `npm run build` puts the web pages; `npm test` builds them first. */
export const webFolder = resolve(import.meta.dirname, '../../../dist/web')
export const webIsBuilt = existsSync(join(webFolder, 'index.html'))
if (!webIsBuilt) console.warn('The web pages are not built: their tests are skipped. npm run build makes them.')

/** Whether the pages can be walked: they are built, and there is a browser. */
export const canWalk = webIsBuilt && chromiumPath !== undefined

/** `zoomed` is a laptop at 200 %: the window has half as many pixels of CSS each way. */
export const SIZES = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1440, height: 900 },
  zoomed: { width: 640, height: 400 },
} as const
export type SizeName = keyof typeof SIZES
export type Scheme = 'light' | 'dark'

const EMAIL = 'ada@optionwire.test'
const PASSWORD = 'correct horse battery'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Options = BrowserContextOptions & { readonly isStranger?: boolean }

/** The service with the built pages, an account on it, and a real browser. */
export interface WebService extends AsyncDisposable {
  readonly service: Pick<RunningService, 'url' | 'output' | 'guard'>
  readonly email: string
  readonly password: string
  /** The command line on the store of the service. */
  cli(...args: string[]): ReturnType<typeof run>
  /** A browser window of its own, signed in unless told otherwise. */
  open(options?: Options): Promise<Window>
}

export interface KillableWebService extends WebService {
  /** Kills the process as a crash would, and starts it again on the same port and store. */
  crashAndRestart(options: { meanwhile(): Promise<void> }): Promise<void>
}

export interface Window {
  readonly context: BrowserContext
  readonly page: Page
  /** What the browser complained about: console, faults, refusals of the policy, requests that left or failed. */
  readonly complaints: string[]
}

const SETTINGS = {
  MARKET_SYMBOLS: 'SPY,NVDA',
  // Tests run at any hour.
  MARKET_ALWAYS_OPEN: 'true',
  MAIL_TO_LOG: 'true',
  SIGNUPS: 'open',
}

/** The service in this process. */
export async function webService(settings: Record<string, string> = {}): Promise<WebService> {
  const running = await notificationService({ settings: { ...SETTINGS, ...settings }, pages: webFolder })
  const { folder, url, logged, config } = running
  await addAccount(config.databasePath ?? '', { email: EMAIL, password: PASSWORD })
  const browser = await launchChromium()
  const env = { DATABASE_PATH: config.databasePath ?? '', ...SECRET_SETTINGS, ...SETTINGS, ...settings }
  const secrets: string[] = []
  const output = () => logged.join('')
  return {
    service: { url, output, guard: (secret) => void secrets.push(secret) },
    email: EMAIL,
    password: PASSWORD,
    cli: (...args) => run('src/cli.ts', args, { cwd: folder, env }),
    open: (options) => openWindow(browser, url, options),
    async [Symbol.asyncDispose]() {
      await browser.close()
      await running[Symbol.asyncDispose]()
      const found = secrets.filter((secret) => output().includes(secret))
      if (found.length > 0) throw new Error(`${found.length} secrets were found in the log`)
    },
  }
}

/** The service in a process of its own. */
export async function killableWebService(): Promise<KillableWebService> {
  const folder = tempFolder()
  const options = { settings: SETTINGS, folder: folder.path }
  let service = await startService(options)
  await addAccount(service.environment['DATABASE_PATH'] ?? '', { email: EMAIL, password: PASSWORD })
  const browser = await launchChromium()
  return {
    get service() {
      return service
    },
    email: EMAIL,
    password: PASSWORD,
    cli: (...args) => run('src/cli.ts', args, { cwd: folder.path, env: service.environment }),
    open: (windowOptions) => openWindow(browser, service.url, windowOptions),
    async crashAndRestart({ meanwhile }) {
      const { port } = new URL(service.url)
      await service.stop('SIGKILL')
      await meanwhile()
      service = await startService({ ...options, settings: { ...options.settings, PORT: port } })
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await service[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

async function openWindow(browser: Browser, baseURL: string, options: Options = {}): Promise<Window> {
  const { isStranger = false, ...contextOptions } = options
  const context = await browser.newContext({
    viewport: SIZES.desktop,
    reducedMotion: 'reduce',
    // A page of a test asks the service itself; the installed app has a test of its own.
    serviceWorkers: 'block',
    baseURL,
    ...contextOptions,
  })
  const page = await context.newPage()
  const complaints = listen(page, baseURL)
  if (!isStranger) await signIn(page)
  return { context, page, complaints }
}

export async function signIn(page: Page, email = EMAIL, password = PASSWORD): Promise<void> {
  await page.goto('/sign_in')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Market', exact: true }).waitFor()
}

/** What a browser keeps of an account of a test that has signed in, for windows to open with. */
export async function signedIn(browser: Browser, baseURL: string, email: string) {
  const context = await browser.newContext({ baseURL })
  await signIn(await context.newPage(), email, 'a password of a test')
  const state = await context.storageState()
  await context.close()
  return state
}

/** What the browser of a test says where it registers no service worker. */
const BLOCKED = /^Service Worker registration blocked by Playwright/

/** Gathers all that a browser says against a page. */
export function listen(page: Page, base: string): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (BLOCKED.test(message.text())) return
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(`${error.message}`))
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(base) || /^(data|blob):/.test(request.url())
    if (!isOwn) complaints.push(`left: ${request.url()}`)
  })
  return complaints
}

/** Rules of accessibility that a page breaks, each with its first place. */
export async function violations(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  // Evaluated through the debugger, which the page's own policy does not bind.
  const { violations: broken } = (await page.evaluate(`${axe}; axe.run()`)) as AxeResults
  return broken.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}

/** Waits until nothing is loading any more, and scrolls to what loads when it is seen. */
export async function settled(page: Page): Promise<void> {
  const loading = page.locator('main .waiting').first()
  await page.locator('main h1').first().waitFor()
  await loading.waitFor({ state: 'detached', timeout: 30_000 })
  const far = page.locator('main .when-near').first()
  if ((await far.count()) === 0) return
  await far.scrollIntoViewIfNeeded()
  await far.waitFor({ state: 'detached', timeout: 30_000 })
  await loading.waitFor({ state: 'detached', timeout: 30_000 })
}
