import { sign } from 'node:crypto'
import { z } from 'zod'
import { untilAborted } from '../../../lib/async/until-aborted.ts'
import { Stopped } from '../deadline.ts'
import type { Answer, Broken } from '../exchange.ts'
import { parsedJson } from '../parsed-json.ts'
import type { VendorClient } from '../vendor-client.ts'
import type { ServiceAccount } from './service-account.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const LIFE_S = 3_600
/** A token is not used so shortly before its end. */
const MARGIN_MS = 60_000
const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

export type Token = { readonly token: string } | { readonly failure: Answer | Broken }

export interface AccessTokens {
  /** The kept token, or a new one; those who ask at the same time wait for the same one. */
  get(signal: AbortSignal): Promise<Token>
  /** Forgets a token that was not accepted. */
  drop(token: string): void
}

/** Tokens for a service account (RFC 7523). https://developers.google.com/identity/protocols/oauth2/service-account */
export function accessTokens(account: ServiceAccount, client: VendorClient, now: () => Date): AccessTokens {
  let kept: { readonly token: string; readonly untilMs: number } | undefined
  let fetching: Promise<Token> | undefined

  async function fetchToken(): Promise<Token> {
    const atMs = now().getTime()
    const body = new URLSearchParams({ grant_type: GRANT, assertion: assertionOf(account, atMs) }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    // Ended by the client's own deadline alone: others may wait for the same token.
    const answer = await client.post({ url: account.tokenUri, headers, body }, new AbortController().signal)
    if (answer.kind === 'broken') return { failure: answer }
    const read = answer.status === 200 ? TokenAnswer.safeParse(parsedJson(answer.text)) : undefined
    if (!read?.success) return { failure: answer }
    kept = { token: read.data.access_token, untilMs: atMs + read.data.expires_in * 1_000 - MARGIN_MS }
    return { token: kept.token }
  }

  return {
    async get(signal) {
      if (kept && now().getTime() < kept.untilMs) return { token: kept.token }
      fetching ??= fetchToken().finally(() => {
        fetching = undefined
      })
      try {
        return await untilAborted(fetching, signal)
      } catch {
        // Fetching itself never fails by an error.
        return { failure: { kind: 'broken', cause: new Stopped(), started: false, status: null } }
      }
    },
    drop(token) {
      if (kept?.token === token) kept = undefined
    },
  }
}

function assertionOf({ email, key, keyId, tokenUri }: ServiceAccount, atMs: number): string {
  const issued = Math.floor(atMs / 1_000)
  const head = encoded({ alg: 'RS256', typ: 'JWT', kid: keyId })
  const claims = encoded({ iss: email, scope: SCOPE, aud: tokenUri, iat: issued, exp: issued + LIFE_S })
  const signature = sign('RSA-SHA256', Buffer.from(`${head}.${claims}`), key).toString('base64url')
  return `${head}.${claims}.${signature}`
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
