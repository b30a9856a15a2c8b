import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canWalk, settled, signIn, type WebService, webService } from '../support/web-service.ts'

const EMAIL = 'new@optionwire.test'
const PASSWORD = 'several words of a newcomer'

describe.skipIf(!canWalk)('a newcomer', { timeout: 120_000 }, () => {
  let web: WebService
  beforeAll(async () => {
    web = await webService()
  }, 120_000)
  afterAll(() => web?.[Symbol.asyncDispose]())

  /** What the service, which has no mail server, wrote to its log instead. */
  async function linkOfMail(page: string): Promise<string> {
    const pattern = new RegExp(`http://[^\\s"\\\\]+/${page}#token=[\\w-]+`, 'g')
    await expect.poll(() => web.service.output().match(pattern)?.at(-1), { timeout: 10_000 }).toBeDefined()
    const link = web.service.output().match(pattern)?.at(-1) ?? ''
    return link.slice(link.indexOf(`/${page}`))
  }

  it('makes an account, confirms the address, gets a key, and asks with it', async () => {
    const { page, complaints } = await web.open({ isStranger: true })
    await page.goto('/')
    await page.getByRole('link', { name: 'Make an account' }).click()
    await page.getByRole('heading', { name: 'Make an account' }).waitFor()
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Make the account' }).click()
    await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor()

    await page.goto(await linkOfMail('verify_email'))
    await page.getByRole('heading', { name: 'Confirm your address' }).waitFor()
    expect(page.url()).not.toContain('token')
    await page.getByRole('button', { name: /confirm/i }).click()
    await page.getByRole('heading', { name: 'The address is confirmed' }).waitFor()
    await signIn(page, EMAIL, PASSWORD)

    await page.goto('/api_keys')
    await settled(page)
    await page.getByText(/comes with the Vega plan/).waitFor()
    expect(await page.locator('main').getByRole('alert').count()).toBe(0)

    const changed = await web.cli('account', 'set-plan', '--email', EMAIL, '--plan', 'vega')
    expect(changed, changed.stderr).toMatchObject({ code: 0 })
    await page.reload()
    await settled(page)
    await page.getByLabel('Name').fill('walk')
    await page.getByRole('button', { name: 'Make the key' }).click()
    const token =
      (await page
        .getByText(/^ow_\w{49}$/)
        .first()
        .textContent()) ?? ''
    web.service.guard(token)
    await page.getByText('X-USER-TOKEN').first().waitFor()

    const answer = await fetch(`${web.service.url}/api/v1/stocks/SPY/quote`, {
      headers: { 'x-user-email': EMAIL, 'x-user-token': token },
    })
    expect(answer.status).toBe(200)
    await page.reload()
    await settled(page)
    expect(await page.content()).not.toContain(token)
    expect(await page.getByText(token.slice(0, 8)).count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
  })

  it('who forgot the password chooses another, and is signed out everywhere', async () => {
    const { page } = await web.open()
    const elsewhere = await web.open()
    await page.goto('/forgot_password')
    await page.getByLabel('E-mail').fill(web.email)
    await page.getByRole('button', { name: /send/i }).click()
    await page.goto(await linkOfMail('password_reset'))
    await page.getByLabel('New password').fill('quite another password')
    await page.getByRole('button', { name: /password/i }).click()
    await page.getByRole('heading', { name: 'The password is changed' }).waitFor()
    await signIn(page, web.email, 'quite another password')

    await elsewhere.page.goto('/account')
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
