import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCursor } from '../../../src/lib/text/cursor.ts'
import { errorText } from '../../../src/receiver/domain/error-text.ts'
import { scriptedBroker } from '../../support/broker/scripted-broker.ts'
import { sendRaw } from '../../support/http/raw-http.ts'
import { scriptedDecider } from '../../support/model/scripted-decider.ts'
import { aDecision, aPayload } from '../../support/receiver/ideas.ts'
import { payloads } from '../../support/receiver/random-payloads.ts'
import { type ReceiverService, receiverService } from '../../support/receiver/receiver-service.ts'
import { SECRET_SETTINGS } from '../../support/service.ts'

const SECRET = SECRET_SETTINGS.WEBHOOK_SECRET
const PATH = '/webhooks/optionomics-neutral/trade-ideas'

async function post(service: ReceiverService, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-bot-secret': SECRET, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, json: (await answer.json()) as Record<string, string> }
}

describe('a webhook', () => {
  let service: ReceiverService
  beforeAll(async () => {
    service = await receiverService({ works: false })
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const rows = async () => (await service.parts.store.ledger.waiting()).count

  it('of any random kind is answered by 200 or 422, and only a 200 leaves a row', { timeout: 120_000 }, async () => {
    const queued = new Set<string>()
    const before = await rows()
    await fc.assert(
      fc.asyncProperty(payloads, async (payload) => {
        const { status, json } = await post(service, JSON.stringify(payload) ?? 'undefined')
        if (status === 200) queued.add(String(json['fingerprint']))

        expect([200, 422]).toContain(status)
      }),
      { numRuns: 400 },
    )

    expect(await rows()).toBe(before + queued.size)
    expect(queued.size).toBeGreaterThan(3)
  })

  it('of random bytes never fails on our side', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const answer = await fetch(`${service.url}${PATH}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-bot-secret': SECRET },
          body: Uint8Array.from(bytes),
        })
        await answer.arrayBuffer()

        expect(answer.status).toBe(422)
      }),
      { numRuns: 200 },
    )
  })

  it('under random header and query secrets is answered by 401, and its body is not read', async () => {
    const { port } = new URL(service.url)
    // Ten megabytes are announced, and not one byte of them is sent.
    const head = (line: string) =>
      `POST ${PATH}?secret=${line} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n`
    for (const guess of ['x', '%ff%fe', '%', 'a'.repeat(4_000), `${SECRET}%20`]) {
      expect((await sendRaw(Number(port), head(guess))).statuses, guess).toEqual([401])
    }
  })

  it('says what a 401 is about in the same body for every cause but for one word', async () => {
    const missing = await post(service, {}, { 'x-bot-secret': '' })
    const invalid = await post(service, {}, { 'x-bot-secret': 'wrong' })

    expect(missing).toEqual({
      status: 401,
      json: {
        type: '/docs#error-unauthenticated',
        title: 'Not authenticated',
        status: 401,
        detail: 'The webhook secret is missing. Send it once, in the header X-BOT-SECRET or as ?secret=.',
        code: 'unauthenticated',
      },
    })
    expect(invalid.json['detail']).toBe(missing.json['detail']?.replace('missing', 'invalid'))
  })

  it('names every bad field in errors and in detail', async () => {
    const { status, json } = await post(service, aPayload({ symbol: 'canary-1', entry_price: 'canary-2' }))

    expect(status).toBe(422)
    expect(json).toMatchObject({
      code: 'invalid',
      errors: [
        { path: 'symbol', message: 'must be one letter, then up to 9 letters, digits or dots' },
        { path: 'entry_price', message: 'must be a finite number' },
      ],
    })
    expect(JSON.stringify(json)).not.toContain('canary')
  })

  it('with other content under a known fingerprint is noted in the log, without the content', async () => {
    await post(service, aPayload({ alert_name: 'twice' }))
    await post(service, aPayload({ alert_name: 'twice' }))
    const before = service.logged.join('')
    await post(service, aPayload({ alert_name: 'twice', entry_price: 77.75 }))
    const after = service.logged.join('')

    expect(before).not.toContain('duplicate_payload_mismatch')
    expect(after).toContain('duplicate_payload_mismatch')
    expect(after).not.toContain('77.75')
  })

  it('leaves neither secret nor query in the access log', async () => {
    await fetch(`${service.url}${PATH}?secret=${SECRET}&%73ecret=canary-query&secert=canary-query`, { method: 'POST' })

    const line = service.logged.join('')
    expect(line).toMatch(new RegExp(`"url":"${PATH}",.*"status":401`))
    expect(line).not.toMatch(/canary-query|canary-webhook/)
  })

  it('is answered by 503 while the store takes no writes, and by 200 as soon as it does', async () => {
    const { ledger } = service.parts.store
    const { accept } = ledger
    const { AppError } = await import('../../../src/lib/errors.ts')
    ledger.accept = () => Promise.reject(new AppError('unavailable', 'The disk is full.', { retryAfterS: 5 }))
    const refused = await post(service, aPayload({ alert_name: 'full' }))
    ledger.accept = accept
    const taken = await post(service, aPayload({ alert_name: 'full' }))

    expect([refused.status, taken.status, taken.json['status']]).toEqual([503, 200, 'queued'])
  })
})

describe('the answer to a webhook', () => {
  it('does not wait for the model: within 25 ms at the median while eight decisions hang', {
    timeout: 60_000,
  }, async () => {
    await using service = await receiverService({ decider: scriptedDecider({ buy: { hang: true } }) })
    for (let index = 0; index < 20; index++) await post(service, aPayload({ alert_name: `warm ${index}` }))
    const took: number[] = []

    for (let index = 0; index < 200; index++) {
      const from = performance.now()
      const { json } = await post(service, aPayload({ alert_name: `idea ${index}` }))
      took.push(performance.now() - from)
      expect(json['status']).toBe('queued')
    }

    took.sort((a, b) => a - b)
    console.log(`webhook answers: median ${took[100]?.toFixed(1)} ms, p99 ${took[198]?.toFixed(1)} ms`)
    expect(took[100]).toBeLessThan(25)
  })

  it('comes while a flood is taken in, whose ideas wait in the ledger and not in memory', {
    timeout: 120_000,
  }, async () => {
    const decider = scriptedDecider({ buy: { hang: true } })
    await using service = await receiverService({ decider })
    const criteria = { note: 'x'.repeat(20_000) }
    const flood = async (from: number, count: number) => {
      for (let index = from; index < from + count; index++) {
        await post(service, aPayload({ alert_name: `flood ${index}`, matched_criteria: criteria }))
      }
    }
    await flood(0, 100)
    const before = heapBytes()

    await Promise.all(Array.from({ length: 8 }, (_, lane) => flood(1_000 * (lane + 1), 100)))

    const { count } = await service.parts.store.ledger.waiting()
    expect(count).toBe(900)
    expect(decider.asked).toHaveLength(8)
    // 800 ideas of 20 kB would be 16 MB and more if they were kept.
    expect(heapBytes() - before).toBeLessThan(12_000_000)
  })
})

describe('readiness', () => {
  it('tells how the work on ideas goes', async () => {
    await using service = await receiverService()

    const ready = await (await fetch(`${service.url}/health/ready`)).json()

    expect(ready).toMatchObject({
      status: 'ready',
      checks: expect.arrayContaining([{ name: 'decisions', ok: true, detail: '0 ideas are in progress or waiting.' }]),
    })
  })

  it('says that an operator has turned the kill switch on, and stays ready', async () => {
    await using service = await receiverService()
    await service.parts.store.receiverSwitch.set(true, new Date('2026-11-20T15:00:00.000Z'))

    const ready = await (await fetch(`${service.url}/health/ready`)).json()

    expect(ready).toMatchObject({
      status: 'ready',
      checks: expect.arrayContaining([
        { name: 'decisions', ok: true, detail: expect.stringContaining('The kill switch is on') },
      ]),
    })
  })
})

describe('the ledger over HTTP', () => {
  it('pages through all entries, each once, while others come in', { timeout: 60_000 }, async () => {
    await using service = await receiverService({ broker: scriptedBroker(), works: false })
    const sent: string[] = []
    for (let index = 0; index < 25; index++) {
      sent.push(String((await post(service, aPayload({ alert_name: `page ${index}` }))).json['fingerprint']))
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const answer = await fetch(`${service.url}/webhooks/optionomics-neutral/ledger?limit=10${query}`, {
        headers: { 'x-bot-secret': SECRET },
      })
      const page = (await answer.json()) as { data: { fingerprint: string }[]; next_cursor: string | null }
      seen.push(...page.data.map(({ fingerprint }) => fingerprint))
      cursor = page.next_cursor
      await post(service, aPayload({ alert_name: `late ${seen.length}` }))
    }

    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.toSorted()).toEqual(sent.toSorted())
  })

  it.each([
    ['of a list with other rows', ['2026-11-20', 'SPY']],
    ['of a list whose rows have ids', ['2026-11-20T15:00:00.000Z', '01kwz0000000000000000000']],
    ['with characters that no row holds', ['\0', '\0']],
  ])('refuses the cursor %s instead of answering another page', async (_which, parts) => {
    await using service = await receiverService({ works: false })

    const answer = await fetch(`${service.url}/webhooks/optionomics-neutral/ledger?cursor=${writeCursor(parts)}`, {
      headers: { 'x-bot-secret': SECRET },
    })

    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: 'cursor' }] })
  })

  it('is not open to an account: without the secret every caller gets the same refusal', async () => {
    await using service = await receiverService({ works: false })
    const callers = [{}, { 'x-user-email': 'a@example.com', 'x-user-token': 'x' }, { cookie: 'session=x' }]

    for (const path of ['ledger', `ledger/${'0'.repeat(64)}`]) {
      for (const headers of callers) {
        const answer = await fetch(`${service.url}/webhooks/optionomics-neutral/${path}`, { headers })

        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
          401,
          'X-BOT-SECRET realm="Optionwire"',
        ])
        expect(answer.headers.has('x-ratelimit-limit')).toBe(false)
        expect(await answer.json()).toMatchObject({
          detail: 'The webhook secret is missing. Send it once, in the header X-BOT-SECRET.',
        })
      }
    }
  })

  it('shows everything that can be stored: a decision without a symbol, an error of 1,000 wide characters', async () => {
    await using service = await receiverService({ works: false })
    const { store, now } = service.parts
    const { fingerprint = '' } = (await post(service, aPayload())).json
    const job = await store.ledgerClaims.claim({ owner: 'o', instance: 'i', now: now(), until: now() })
    if (!job) throw new Error('nothing to claim')
    const decision = aDecision({ action: 'skip', symbol: '', notional_usd: 0 })
    const error = errorText('😀'.repeat(2_000), [])
    await store.ledgerOutcomes.finish(job, { status: 'failed', decision, error }, now())

    const answer = await fetch(`${service.url}/webhooks/optionomics-neutral/ledger/${fingerprint}`, {
      headers: { 'x-bot-secret': SECRET },
    })

    expect(await answer.json()).toMatchObject({ fingerprint, status: 'failed', decision, error })
  })

  it('is in the OpenAPI document with every other route of the receiver, and nothing is that is no route', async () => {
    await using service = await receiverService()
    const { paths } = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>
    }

    const found = Object.entries(paths).filter(([path]) => path.startsWith('/webhooks/'))
    expect(found.map(([path, methods]) => `${Object.keys(methods)} ${path}`).sort()).toEqual([
      'get /webhooks/optionomics-neutral/export/ledger',
      'get /webhooks/optionomics-neutral/ledger',
      'get /webhooks/optionomics-neutral/ledger/{fingerprint}',
      'get /webhooks/optionomics-neutral/ledger/{fingerprint}/evidence',
      'get /webhooks/optionomics-neutral/scorecard',
      'post /webhooks/optionomics-neutral/trade-ideas',
    ])
  })
})

/** After a collection, which Node offers to those who ask for it. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
