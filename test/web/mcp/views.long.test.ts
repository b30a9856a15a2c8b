import type { Browser, BrowserContext, Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtViews } from '../../../src/app/http/pages.ts'
import { launchChromium } from '../../support/browser/chromium.ts'
import { canWalk, listen, violations, webFolder } from '../../support/browser/web-service.ts'
import { type AppsHost, appsHost, type ShownView, toolResult, type ViewSetup } from '../../support/mcp/apps-host.ts'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../../support/notifications/notification-service.ts'

const VIEWS = [
  ['gamma', 'gamma_exposure', { symbol: 'SPY', dte_max: 30 }, 'Gamma exposure of SPY by strike', 'Call wall'],
  ['volatility', 'iv_term_structure', { symbol: 'SPY' }, 'Implied volatility of SPY at the money', 'Smile of'],
  ['payoff', 'strategy_analysis', { symbol: 'SPY', template: 'iron_condor' }, 'Profit or loss by price', 'break-even'],
] as const

const LIGHT = {
  theme: 'light',
  styles: {
    variables: {
      '--color-background-primary': 'light-dark(#fffaf0, #171717)',
      '--color-text-primary': 'light-dark(#171717, #fafafa)',
      '--color-text-secondary': 'light-dark(#444444, #c0c0c0)',
      '--font-sans': 'Georgia, serif',
    },
  },
}
const DARK = { ...LIGHT, theme: 'dark' }

const tokenOf = (frame: Frame, name: string) =>
  frame.evaluate((it) => getComputedStyle(document.documentElement).getPropertyValue(it).trim(), name)

describe.skipIf(!canWalk || builtViews() === undefined)('a view in a chat', { timeout: 120_000 }, () => {
  let service: NotificationService
  let account: NotifiedAccount
  let browser: Browser
  let context: BrowserContext
  let host: AppsHost
  beforeAll(async () => {
    service = await notificationService({ works: false, from: '2026-11-20T18:00:00.000Z', pages: webFolder })
    account = await service.account()
    browser = await launchChromium()
    context = await browser.newContext({ viewport: { width: 800, height: 900 }, reducedMotion: 'reduce' })
    host = await appsHost()
  }, 120_000)
  afterAll(async () => {
    await host?.[Symbol.asyncDispose]()
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
  })

  async function message(method: string, params: object) {
    const headers = { ...account.key, 'content-type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body })
    // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as JSON
    return ((await answer.json()) as any).result
  }

  async function htmlOf(name: string): Promise<string> {
    const { contents } = await message('resources/read', { uri: `ui://optionwire/${name}` })
    return contents[0].text
  }

  async function shown(name: string, setup: Omit<ViewSetup, 'html'>): Promise<ShownView & { complaints: string[] }> {
    const view = await host.show(context, { html: await htmlOf(name), ...setup })
    return { ...view, complaints: listen(view.page, host.origin.replace(/:\d+$/, '')) }
  }

  it('is named by its tool and read as its specification wants it, and other tools have none', async () => {
    const { tools } = await message('tools/list', {})
    const { resources } = await message('resources/list', {})
    const named = tools.flatMap(({ name, _meta: meta }: { name: string; _meta?: { ui: { resourceUri: string } } }) =>
      meta ? [[name, meta.ui.resourceUri]] : [],
    )
    const sizes = await Promise.all(VIEWS.map(async ([name]) => (await htmlOf(name)).length))
    const { contents } = await message('resources/read', { uri: 'ui://optionwire/gamma' })

    expect(named.sort()).toEqual(VIEWS.map(([name, tool]) => [tool, `ui://optionwire/${name}`]).sort())
    expect(resources.filter(({ uri }: { uri: string }) => uri.startsWith('ui://'))).toHaveLength(3)
    expect(contents[0]).toMatchObject({
      mimeType: 'text/html;profile=mcp-app',
      _meta: { ui: { csp: {}, prefersBorder: true } },
    })
    expect(Math.max(...sizes)).toBeLessThan(150_000)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
    expect(contents[0].text.match(/[^\x00-\x7f]|https?:\/\/(?!www\.w3\.org).*?\W/g)).toBeNull()
  })

  it.each(VIEWS)('%s draws the answer of %s with the policy of the host', async (name, tool, args, label, words) => {
    const result = await message('tools/call', { name: tool, arguments: args })
    const callTool = (params: object) => message('tools/call', params)
    const setup = { messages: [toolResult(result)], capabilities: { serverTools: {} }, callTool }
    const view = await shown(name, { ...setup, context: DARK })
    const { frame, page, complaints } = view
    await frame.getByRole('img', { name: new RegExp(label) }).waitFor()
    await frame.getByText(words).first().waitFor()
    if (name === 'volatility') await frame.getByRole('img', { name: /by strike/ }).waitFor()
    await page.setViewportSize({ width: 320, height: 700 })
    const table = frame.getByText('As a table').first()
    await table.focus()
    await page.keyboard.press('Enter')
    await frame.getByRole('table').first().waitFor()

    expect(await frame.locator('canvas').count()).toBeGreaterThan(0)
    expect(await frame.getByRole('row').count()).toBeGreaterThan(5)
    expect(await frame.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(await tokenOf(frame, '--paper')).toBe('#171717')
    expect(await violations(frame)).toEqual([])
    await view.post({ method: 'ui/notifications/host-context-changed', params: LIGHT })
    await expect.poll(() => tokenOf(frame, '--paper')).toBe('#fffaf0')
    expect(await violations(frame)).toEqual([])
    const seen = await view.seen()
    expect(
      seen.some(({ method, params }) => method?.endsWith('size-changed') && Number(params?.['height']) > 100),
    ).toBe(true)
    await view.post({ id: 9, method: 'ui/resource-teardown', params: { reason: 'closed' } })
    await expect.poll(async () => JSON.stringify((await view.seen()).at(-1))).toContain('"id":9,"result":{}')
    expect(complaints).toEqual([])
    await page.close()
  })

  it('shows hostile texts as text, and draws what it can of hostile numbers', async () => {
    const evil = '</script><script>document.title=1</script><img src=x onerror="document.title=2">'
    const rows = Array.from({ length: 30_000 }, (_it, index) => [
      index % 7 ? index / 100 : evil,
      evil,
      index % 3 ? 1e308 : -1e308,
    ])
    const answer = {
      symbol: evil.slice(0, 100),
      source: evil,
      as_of: evil,
      gamma_regime: 'constructor',
      underlying_price: 50,
      call_wall: { toString: 'x' },
      ['__proto__']: { polluted: true },
      columns: ['strike', evil, 'call_gex'],
      rows,
      profile: { columns: ['underlying_price', 'net_gex'], rows: [[1, 2], ['x', 3], null, [4, 1e308]] },
    }
    const problem = { isError: true, content: [{ type: 'text', text: evil }] }
    const view = await shown('gamma', { messages: [toolResult({ structuredContent: answer })] })
    await view.frame.getByRole('heading', { name: /script.*gamma exposure/ }).waitFor()
    await view.frame.getByRole('img').first().waitFor()
    await view.post(toolResult(problem))
    await view.frame.getByRole('alert').filter({ hasText: 'onerror' }).waitFor()
    for (const strange of [null, 7, { structuredContent: [] }, { content: 'x' }, { structuredContent: { rows: 1 } }]) {
      await view.post(toolResult(strange))
    }
    await view.post({ method: 'ui/notifications/tool-cancelled', params: { reason: evil } })

    expect(await view.frame.locator('main img, main script').count()).toBe(0)
    expect(await view.frame.title()).toBe('Gamma by strike')
    expect(view.complaints).toEqual([])
    await view.page.close()
  })

  it('keeps its own colours where a host sends strange ones, and hears its own host alone', async () => {
    const strange = (variables: object) => ({ theme: 'light', styles: { variables } })
    const view = await shown('gamma', { messages: [], context: strange({ '--color-text-primary': '#ffffff' }) })
    const { frame } = view
    const own = await tokenOf(frame, '--ink')
    const others = [
      {
        '--color-background-primary': 'url(https://evil.example/x)',
        '--color-text-primary': 'red; } * { display: none',
      },
      { '--color-background-primary': '#000', '--color-text-primary': '#111' },
      { '--color-background-primary': 'transparent', '--color-text-secondary': 'rgb(0 0 0 / 0.01)' },
      { '--color-background-primary': 5, '--color-text-primary': null, '--font-sans': 'x; } body { display: none }' },
      { '--color-background-primary': 'x'.repeat(100_000) },
    ]
    for (const variables of others) {
      await view.post({ method: 'ui/notifications/host-context-changed', params: strange(variables) })
    }
    for (const context of [{ theme: 'purple' }, { styles: 7 }, { styles: { variables: [] } }]) {
      await view.post({ method: 'ui/notifications/host-context-changed', params: context })
    }
    const other = toolResult({ structuredContent: { symbol: 'EVIL', as_of: 'x' } })
    await frame.evaluate((given) => window.postMessage(given, '*'), { jsonrpc: '2.0', ...other })
    await frame.evaluate(() => new Promise((resolve) => setTimeout(resolve)))

    expect(own).toBe('#1c1f26')
    expect(await tokenOf(frame, '--ink')).toBe(own)
    expect(await tokenOf(frame, '--sans')).not.toContain('display')
    expect(await frame.getByRole('status').textContent()).toContain('Waiting')
    expect(await frame.getByText('EVIL').count()).toBe(0)
    expect(view.complaints).toEqual([])
    await view.page.close()
  })
})
