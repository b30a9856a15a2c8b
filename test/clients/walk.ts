import type { OpenApiDocument, OpenApiOperation } from '../../src/surfaces/rest/openapi-document.ts'

/** One call of each operation, in an order in which each finds what it needs. */
export interface Call {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  /** The code of the problem that the service must answer; undefined where it must succeed. */
  readonly problem?: string | undefined
}

type Before = Readonly<Record<string, unknown>>
// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as JSON
const idOf = (name: string) => (before: Before) => ({ id: (before[name] as any).id })
const firstOf = (before: Before) => (before['list_notifications'] as { data: { id: string }[] }).data[0]?.id
const notification = (before: Before) => ({ id: firstOf(before) })
const notifications = (before: Before) => ({ ids: [firstOf(before)] })
const alert = idOf('create_alert')
const entry = (before: Before) => ({
  fingerprint: (before['receive_trade_idea'] as { fingerprint: string }).fingerprint,
})

/** Input besides the example of the document. `before` are the answers so far, by operation. */
const INPUTS: Readonly<Record<string, (before: Before) => Readonly<Record<string, unknown>>>> = {
  list_notifications: () => ({ status: 'all' }),
  mark_notification_read: notification,
  mark_notification_unread: notification,
  archive_notifications: notifications,
  restore_notifications: notifications,
  undo_notification_change: (before) => ({
    id: (before['mark_all_notifications_read'] as { undo: { id: string } }).undo.id,
  }),
  delete_notification: notification,
  show_alert: alert,
  change_alert: alert,
  delete_alert: alert,
  snooze_alert: alert,
  end_alert_snooze: alert,
  backtest_alert: alert,
  reveal_alert_secret: alert,
  rotate_alert_secret: alert,
  change_saved_filter: idOf('create_saved_filter'),
  delete_saved_filter: idOf('create_saved_filter'),
  change_screen: idOf('create_screen'),
  delete_screen: idOf('create_screen'),
  trade_idea: () => ({ id: 'one' }),
  show_ledger_entry: entry,
  show_ledger_evidence: entry,
  change_notification_settings: () => ({ channels: { webhook: { url: 'https://hooks.example.com/a' } } }),
  create_alert: () => ({ webhook_url: 'https://hooks.example.com/b' }),
}

/** What this service cannot do: it has no vendors of mail, SMS and push, and has sent nothing yet. */
const PROBLEMS: Readonly<Record<string, string>> = {
  test_notification_channel: 'invalid',
  send_email_link: 'invalid',
  send_phone_code: 'invalid',
  verify_phone: 'invalid',
  remove_push_device: 'not_found',
  link_chat: 'invalid',
  unlink_chat: 'not_found',
  redeliver: 'not_found',
  redeliver_failed: 'invalid',
}

/** These need what others have made, and are needed before others remove it. */
const FIRST = ['receive_trade_idea', 'list_notifications', 'mark_all_notifications_read']

/** Calls every operation of the document, one after the other, and returns the names of those that were called. */
export async function walk(
  document: OpenApiDocument,
  call: (call: Call) => Promise<unknown>,
): Promise<Readonly<Record<string, unknown>>> {
  const answers: Record<string, unknown> = {}
  const rank = ({ operationId }: OpenApiOperation) =>
    FIRST.includes(operationId) ? 0 : operationId.startsWith('delete_') ? 2 : 1
  const operations = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .sort((a, b) => rank(a) - rank(b))
  for (const operation of operations) {
    const { operationId } = operation
    const input = { ...exampleOf(operation), ...INPUTS[operationId]?.(answers) }
    answers[operationId] = await call({ operation: operationId, input, problem: PROBLEMS[operationId] })
  }
  return answers
}

function exampleOf({ parameters = [], requestBody }: OpenApiOperation): Record<string, unknown> {
  const inUrl = parameters.filter(({ example }) => example !== undefined).map(({ name, example }) => [name, example])
  return { ...Object.fromEntries(inUrl), ...Object(requestBody?.content['application/json']?.example) }
}
