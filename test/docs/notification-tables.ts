/** The tables of docs/notifications.md, made from the code that sends. */
import { PLANS, planTitle, REQUIRED_PLAN } from '../../src/accounts/domain/plan.ts'
import { DEFINITIONS } from '../../src/notifications/channels/definitions.ts'
import type { Reason } from '../../src/notifications/contract/reason.ts'
import { PLAN_LIMITS } from '../../src/notifications/domain/delivery/plan-limits.ts'
import { reasonWords } from '../../src/notifications/domain/delivery/reason-words.ts'
import {
  JITTER,
  MAX_ATTEMPTS,
  MAX_REFUSED_ATTEMPTS,
  RETRY_STEPS_S,
} from '../../src/notifications/domain/delivery/retry.ts'

export function channelTable(): string {
  const rows = DEFINITIONS.map(({ title, setup, capability }) => {
    return `| ${title} | ${planTitle(REQUIRED_PLAN[capability]).slice('the '.length)} | ${setup} |`
  })
  return ['| channel | from | settings of the server |', '|---|---|---|', ...rows, ''].join('\n')
}

export function retryTable(): string {
  const waits = RETRY_STEPS_S.map((seconds, step) => `| ${step + 2} | ${duration(seconds)} |`)
  return [
    `At most ${MAX_ATTEMPTS} attempts, ${MAX_REFUSED_ATTEMPTS} if the endpoint understood and refused (4xx other than 408, 425, 429). Each wait varies by up to ${JITTER * 100} %. A longer \`Retry-After\` is respected, up to an hour.`,
    '',
    '| attempt | wait after the previous one |',
    '|---:|---:|',
    ...waits,
    '',
  ].join('\n')
}

export function limitTable(): string {
  const rows = PLANS.map((plan) => {
    const { hour, day, smsDay } = PLAN_LIMITS[plan]
    const title = plan.charAt(0).toUpperCase() + plan.slice(1)
    return `| ${title} | ${hour} | ${number(day)} | ${smsDay} |`
  })
  return [
    '| plan | per hour and channel | per day and channel | SMS per day |',
    '|---|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n')
}

const AT_MS = Date.parse('2026-11-20T06:00:00Z')

/** One of each, so that a new reason cannot be left out. */
const EXAMPLES: { readonly [Code in Reason['code']]: Extract<Reason, { code: Code }> } = {
  quiet_hours: { code: 'quiet_hours', atMs: AT_MS },
  digest: { code: 'digest', kind: 'daily', atMs: AT_MS },
  limit: { code: 'limit', window: 'hour', limit: 200, atMs: AT_MS },
  limit_dropped: { code: 'limit_dropped', window: 'hour', limit: 200 },
  plan: { code: 'plan', channel: 'webhook' },
  standing: { code: 'standing' },
  not_configured: { code: 'not_configured', channel: 'sms' },
  no_address: { code: 'no_address', channel: 'slack' },
  not_verified: { code: 'not_verified', channel: 'sms' },
  endpoint_disabled: { code: 'endpoint_disabled' },
  cooling: { code: 'cooling', failures: 5, atMs: AT_MS },
  retry: {
    code: 'retry',
    error: 'http_503',
    text: 'The endpoint answered 503.',
    next: 3,
    most: MAX_ATTEMPTS,
    atMs: AT_MS,
  },
  gave_up: { code: 'gave_up', error: 'http_503', attempts: MAX_ATTEMPTS },
  refused: { code: 'refused', error: 'smtp_550', text: 'The mail server rejected the address (SMTP 550).' },
  expired: { code: 'expired' },
  outcome_unknown: { code: 'outcome_unknown' },
  undelivered: { code: 'undelivered', text: "The SMS was not delivered (the vendor's error 30005)" },
  in_summary: { code: 'in_summary', atMs: AT_MS },
  sent_late: { code: 'sent_late', minutes: 14 },
}

export function reasonTable(): string {
  const rows = Object.entries(EXAMPLES).map(
    ([code, reason]) => `| \`${code}\` | ${reasonWords(reason, 'UTC', AT_MS)} |`,
  )
  return ['| reason | text for the owner |', '|---|---|', ...rows, ''].join('\n')
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
