import { useState } from 'preact/hooks'
import { type QueryState, useAnswer } from '../../answer.ts'
import { type AnswerOf, ask, type InputOf } from '../../client.ts'

export type Settings = AnswerOf<'show_notification_settings'>
export type SettingsChange = InputOf<'change_notification_settings'>

export interface SettingsState {
  readonly query: QueryState<Settings>
  /** Saves a part and shows the answer. */
  save(change: SettingsChange): Promise<void>
  /** After what changes settings by another way. */
  reload(): void
}

const RENEW_MS = 30_000

export function useSettings(isAllowed: boolean): SettingsState {
  const query = useAnswer('show_notification_settings', isAllowed ? {} : null, { everyMs: RENEW_MS })
  const [saved, setSaved] = useState<{ readonly over: Settings | null; readonly answer: Settings } | null>(null)
  // What was saved holds until a newer answer comes.
  const answer = saved && saved.over === query.answer ? saved.answer : query.answer
  return {
    query: { ...query, answer },
    async save(change) {
      const over = query.answer
      setSaved({ over, answer: await ask('change_notification_settings', change) })
    },
    reload: query.reload,
  }
}
