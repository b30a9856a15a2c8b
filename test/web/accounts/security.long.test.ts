import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../support/authenticator-app.ts'
import { canWalk, settled, signIn, violations, type WebService, webService } from '../../support/browser/web-service.ts'

/** A loaded machine takes its time. */
const PATIENT = { timeout: 10_000 }
const NEW = 'several other words'

describe.skipIf(!canWalk)('the page on security', { timeout: 120_000 }, () => {
  let web: WebService
  beforeAll(async () => {
    web = await webService()
  }, 120_000)
  afterAll(() => web?.[Symbol.asyncDispose]())

  it('lists the sessions, and signs out one or all others', async () => {
    const { page, complaints } = await web.open()
    const [second, third] = [await web.open(), await web.open()]
    await page.goto('/account/security')
    await settled(page)
    const rows = page.getByRole('group', { name: 'Your sessions' }).getByRole('row')
    await expect.poll(() => rows.count(), PATIENT).toBe(1 + 3)
    await rows.filter({ hasText: 'this session' }).filter({ hasText: 'Chrome on Linux' }).waitFor()

    await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).first().click()
    await page.getByLabel('Your password').fill(web.password)
    await page.getByRole('button', { name: 'Sign it out' }).click()
    await expect.poll(() => rows.count(), PATIENT).toBe(1 + 2)
    await third.page.goto('/account')
    await third.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByLabel('Your password').fill(web.password)
    await page.getByRole('button', { name: 'Sign out the others' }).click()
    await expect.poll(() => rows.count(), PATIENT).toBe(1 + 1)
    await second.page.goto('/account')
    await second.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('changes the password, which the next sign-in needs', async () => {
    const { page } = await web.open()
    await page.goto('/account/security')
    await settled(page)
    await page.getByLabel('Present password').fill('not this one')
    await page.getByLabel('New password').fill(NEW)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The present password is wrong.').waitFor()
    await page.getByLabel('Present password').fill(web.password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The password is changed.').waitFor()

    await signIn((await web.open({ isStranger: true })).page, web.email, NEW)
  })
})

describe.skipIf(!canWalk)('two-factor authentication', { timeout: 120_000 }, () => {
  let web: WebService
  beforeAll(async () => {
    web = await webService()
  }, 120_000)
  afterAll(() => web?.[Symbol.asyncDispose]())

  /** In real time, as the service reads it; the next step is accepted as well. */
  const codeAfter = (secret: string, steps: number) =>
    codeOf(secret, new Date(performance.timeOrigin + performance.now() + steps * 30_000))

  it('is set up with an app, asked for at the sign-in, replaced by a recovery code, and removed', async () => {
    const { page, complaints } = await web.open()
    await page.goto('/account/security')
    await settled(page)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await page.getByLabel('Your password').fill(web.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
    web.service.guard(secret)
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Code', { exact: true }).fill(codeAfter(secret, 0))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('These recovery codes are shown only once.').waitFor()
    const codes = ((await page.getByText(/^[0-9a-z]{5}-[0-9a-z]{5}\n/).textContent()) ?? '').split('\n')
    expect(codes).toHaveLength(10)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('Recovery codes left: 10').waitFor()

    const second = await web.open({ isStranger: true })
    await firstStep(second.page)
    expect(await violations(second.page)).toEqual([])
    await second.page.getByLabel('Code').fill('000000')
    await second.page.getByRole('button', { name: 'Continue' }).click()
    await second.page.getByText('The code is wrong, or it was used before.').waitFor()
    await second.page.getByLabel('Code').fill(codeAfter(secret, 1))
    await second.page.getByRole('button', { name: 'Continue' }).click()
    await second.page.getByRole('heading', { name: 'Market', exact: true }).waitFor()

    const third = await web.open({ isStranger: true })
    await firstStep(third.page)
    await third.page.getByLabel('Code').fill(codes[0] ?? '')
    await third.page.getByRole('button', { name: 'Continue' }).click()
    await third.page.getByRole('heading', { name: 'Market', exact: true }).waitFor()

    await page.reload()
    await settled(page)
    await page.getByText('Recovery codes left: 9').waitFor()
    await page.getByRole('button', { name: 'Remove the app' }).click()
    await page.getByLabel('Your password').fill(web.password)
    await page.getByRole('button', { name: 'Remove the app' }).click()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('is removed by the operator for who has lost everything', async () => {
    const ended = await web.cli('account', 'remove-factors', '--email', web.email)

    expect(ended, ended.stderr).toMatchObject({ code: 0 })
    await signIn((await web.open({ isStranger: true })).page)
  })

  async function firstStep(page: Page): Promise<void> {
    await page.goto('/sign_in')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(web.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(web.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  }
})
