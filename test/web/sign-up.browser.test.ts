import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canWalk, settled, signIn, type WebService, webService } from '../support/browser/web-service.ts'

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
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()

    await page.goto(await linkOfMail('verify_email'))
    await page.getByRole('heading', { name: 'Confirm your address' }).waitFor()
    expect(page.url()).not.toContain('token')
    await page.getByRole('button', { name: /confirm/i }).click()
    await page.getByRole('heading', { name: 'Address confirmed' }).waitFor()
    await signIn(page, EMAIL, PASSWORD)

    await page.goto('/api_keys')
    await settled(page)
    await page.getByText(/available with the Vega plan/).waitFor()
    expect(await page.locator('main').getByRole('alert').count()).toBe(0)

    const changed = await web.cli('account', 'set-plan', '--email', EMAIL, '--plan', 'vega')
    expect(changed, changed.stderr).toMatchObject({ code: 0 })
    await page.reload()
    await settled(page)
    await page.getByLabel('Name').fill('walk')
    await page.getByLabel('Access').selectOption('some')
    await page.getByRole('button', { name: 'Exports' }).click()
    await page.getByLabel('Only from these addresses').fill('127.0.0.1, 2001:db8::/48')
    await page.getByRole('button', { name: 'Create key' }).click()
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
    await page.getByText('Read analytics, Exports; from 127.0.0.1, 2001:db8::/48').waitFor()
    expect(complaints).toEqual([])
  })

  it('is told when sign-ups need an invitation, and signs up with its link', async () => {
    await using invited = await webService({ SIGNUPS: 'invite' })
    const { page, complaints } = await invited.open({ isStranger: true })
    await page.goto('/sign_up')
    await page.getByText('You need an invitation to sign up.').waitFor()
    expect(await page.getByLabel('Password').count()).toBe(0)

    const made = await invited.cli('invitation', 'create', '--json')
    const { link } = JSON.parse(made.stdout)
    invited.service.guard(link.split('=')[1])
    await page.goto('/sign_in')
    await page.goto(`/sign_up#${link.split('#')[1]}`)
    await page.getByText('You are invited.').waitFor()
    expect(page.url()).not.toContain('token')
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('is told when sign-ups are closed', async () => {
    await using closed = await webService({ SIGNUPS: 'closed' })
    const { page, complaints } = await closed.open({ isStranger: true })

    await page.goto('/sign_up')

    await page.getByText('Sign-ups are closed on this service.').waitFor()
    expect(await page.getByLabel('Password').count()).toBe(0)
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
    await page.getByRole('heading', { name: 'Password changed' }).waitFor()
    await signIn(page, web.email, 'quite another password')

    await elsewhere.page.goto('/account')
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
