import type { TestAccount, TestApp } from '../app.ts'

/** The single-use token of the address by which a chat user is linked; empty without one. */
export function linkTokenIn(text: string): string {
  return /<http:\/\/[^>]+\/connected_apps#token=([\w-]{43})>/.exec(text)?.[1] ?? ''
}

/** Posts to the API as the account that is signed in. */
export async function postAs(app: TestApp, account: TestAccount, path: string, payload: object) {
  const url = `/api/v1/${path}`
  const { statusCode, body } = await app.request({ method: 'POST', url, payload, headers: account.session })
  return { status: statusCode, body: JSON.parse(body) }
}
