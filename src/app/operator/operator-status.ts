import { z } from 'zod'
import { proofOf } from '../../accounts/operations/admin/as-operator.ts'
import { defineOperatorOperation } from './define-operator-operation.ts'

const Count = z.int().min(0).max(1_000_000_000)
const Seconds = z.number().min(0).nullable()

export const operatorStatus = defineOperatorOperation({
  name: 'operator_status',
  title: 'State of the service',
  description:
    'The state of this process for its operator: the market source and its age, queues and workers, the receiver and its kill switch, the size of the store, and backups. For operators only.',
  capability: 'account',
  operatorOnly: true,
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/operator/status', errors: ['forbidden'] },
  input: z.strictObject({}),
  output: z.object({
    version: z.string().describe('Version of the program.'),
    started_at: z.iso.datetime().describe('When this process was started, UTC.'),
    proof: z.enum(['password', 'code']).describe('What each action of this operator needs: the password, or a code.'),
    source: z
      .object({
        name: z.string().describe('Its name.'),
        state: z
          .enum(['stored', 'unasked', 'fine', 'degraded', 'down'])
          .describe('stored: it needs no vendor; unasked: nobody has asked it yet.'),
        detail: z.string().describe('In words.'),
        last_answer_at: z.iso.datetime().nullable().describe('Its last usable answer, UTC; null without one.'),
        age_seconds: Seconds.describe('Time since then; null without an answer.'),
      })
      .describe('The market source.'),
    receiver: z
      .object({
        dry_run: z.boolean().describe('Whether orders are only recorded.'),
        kill_switch: z
          .enum(['setting', 'operator'])
          .nullable()
          .describe('What stops it: KILL_SWITCH, or the switch of an operator; null: nothing.'),
        waiting: Count.describe('Trade ideas in progress or waiting.'),
      })
      .describe('The receiver of trade ideas.'),
    deliveries_waiting: Count.describe('Deliveries that are not finished.'),
    workers: z
      .array(
        z.object({
          name: z.string().describe('Its name.'),
          failures: Count.describe('Failures in a row.'),
          since_success_seconds: Seconds.describe('Time since its last success; null before the first.'),
        }),
      )
      .describe('Background workers; those that fail first.'),
    store: z
      .object({
        bytes: z.record(z.string(), z.number()).describe('Sizes of its parts in bytes; empty for a store in memory.'),
        accounts: Count.describe('Number of accounts.'),
      })
      .describe('The store.'),
    backups: z
      .object({
        age_seconds: Seconds.describe('Age of the newest one; null without one.'),
        detail: z.string().describe('In words.'),
      })
      .nullable()
      .describe('Scheduled backups; null where the service makes none.'),
  }),
  example: {},
  async run(_input, context) {
    const { store, now, operatorView: view } = context
    const [proof, sizes, accounts, waiting, depths, isStopped, backups] = await Promise.all([
      proofOf(context),
      store.sizes(),
      store.accounts.count(),
      store.ledger.waiting(),
      store.outbox.depths(),
      store.receiverSwitch.isOn(),
      view.backups(),
    ])
    const { lastAnswerAt, ...source } = view.source()
    const workers = [...view.workers()].sort((a, b) => b.failures - a.failures)
    return {
      version: view.version,
      started_at: view.startedAt,
      proof,
      source: {
        ...source,
        last_answer_at: lastAnswerAt,
        age_seconds: lastAnswerAt === null ? null : seconds(now().getTime() - Date.parse(lastAnswerAt)),
      },
      receiver: {
        dry_run: view.dryRun,
        kill_switch: view.isKilledBySetting ? ('setting' as const) : isStopped ? ('operator' as const) : null,
        waiting: waiting.count,
      },
      deliveries_waiting: depths.reduce((total, { count }) => total + count, 0),
      workers: workers.map(({ name, failures, sinceSuccessMs }) => ({
        name,
        failures,
        since_success_seconds: seconds(sinceSuccessMs),
      })),
      store: { bytes: { ...sizes }, accounts },
      backups: backups && { age_seconds: seconds(backups.ageMs), detail: backups.detail },
    }
  },
})

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.max(0, Math.round(ms / 1_000))
}
