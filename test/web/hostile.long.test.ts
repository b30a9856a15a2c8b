import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canWalk, settled, type WebService, type Window, webService } from '../support/browser/web-service.ts'

const SCRIPT = '<img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>'
const TEXTS = {
  alert: `${SCRIPT} alert`,
  key: `"><svg onload=globalThis.pwned=1> key`,
  title: `</title><script>globalThis.pwned=1</script> title`,
  body: `<a href="javascript:globalThis.pwned=1">body</a> {{7*7}} \${7*7} body`,
}

describe.skipIf(!canWalk)('texts that try to run script', { timeout: 120_000 }, () => {
  let web: WebService
  let window: Window

  beforeAll(async () => {
    web = await webService()
    window = await web.open()
    const rule = { name: TEXTS.alert, source: 'option_flow', criteria: { symbols: ['SPY'] }, channels: [] }
    await post('/api/v1/alerts', rule)
    await post('/api/v1/api_keys', { name: TEXTS.key, expiry: '30d' })
    const announced = await web.cli('announce', '--title', TEXTS.title, '--body', TEXTS.body, '--critical')
    expect(announced, announced.stderr).toMatchObject({ code: 0 })
  }, 120_000)
  afterAll(() => web?.[Symbol.asyncDispose]())

  /** As the page itself would, with its cookie. */
  async function post(url: string, body: object): Promise<void> {
    const status: number = await window.page.evaluate(
      ([to, text]) =>
        fetch(to, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } }).then(
          (it) => it.status,
        ),
      [url, JSON.stringify(body)] as const,
    )
    expect(status).toBe(201)
  }

  it.each([
    ['the alerts', '/alerts', TEXTS.alert],
    ['the API keys', '/api_keys', TEXTS.key],
    ['the notifications', '/notifications', TEXTS.title],
    ['the notifications', '/notifications', TEXTS.body],
  ])('show as text among %s', async (_where, path, text) => {
    const { page, complaints } = window
    complaints.length = 0
    await page.goto(path)
    await settled(page)

    await page.getByText(text, { exact: false }).first().waitFor()
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
    expect(complaints).toEqual([])
  })

  it('show as text in the bell', async () => {
    const { page, complaints } = window
    complaints.length = 0
    await page.goto('/account')
    await settled(page)
    await page.getByRole('button', { name: /^Notifications, / }).click()

    await page.getByRole('dialog').getByText(TEXTS.title).waitFor()
    expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
    expect(complaints).toEqual([])
  })

  it('show as text where an address carries them', async () => {
    const { page } = window
    for (const path of ['/symbols/', '/flow?symbol=', '/notifications?symbol=', '/?date=']) {
      await page.goto(`${path}${encodeURIComponent(SCRIPT)}`)
      await page.locator('main h1').first().waitFor()
      expect(await page.evaluate('globalThis.pwned')).toBeUndefined()
      expect(await page.locator('main img, main script').count()).toBe(0)
    }
  })
})
