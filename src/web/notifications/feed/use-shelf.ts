import { useEffect, useState } from 'preact/hooks'
import { UNDO_MINUTES } from '../../../notifications/domain/action-kind.ts'
import { type AnswerOf, ask, type InputOf, type Problem } from '../../client.ts'
import { format } from '../../format.ts'
import type { FeedChange } from './notification-reducer.ts'

/** The last action on many notifications of this tab, which the service can take back for some minutes. */
export interface UndoOffer {
  readonly id: string
  /** `10,035 archived` */
  readonly text: string
}

export interface Shelf {
  readonly offer: UndoOffer | null
  archive(ids: readonly string[]): Promise<void>
  restore(ids: readonly string[]): Promise<void>
  markAllRead(): Promise<void>
  changeMatching(input: InputOf<'change_matching_notifications'>): Promise<void>
  undo(): Promise<void>
}

interface ShelfParts {
  readonly change: (change: FeedChange) => void
  readonly isLive: boolean
  readonly failed: (what: string) => (problem: Problem) => void
}

type Undo = AnswerOf<'archive_notifications'>['undo']

const BY_IDS = { archive: 'archive_notifications', restore: 'restore_notifications' } as const
const DONE = { read: 'marked read', archive: 'archived', restore: 'restored' } as const

/** Actions on many notifications: the service does each in one step, and the feed reports it to all tabs. */
export function useShelf({ change, isLive, failed }: ShelfParts): Shelf {
  const [last, setLast] = useState<UndoOffer | null>(null)
  const offer = (undo: Undo, count: number, done: string) =>
    setLast(undo === null ? null : { id: undo.id, text: `${format.whole(count)} ${done}` })
  // Without a feed nothing reports what has changed.
  const settle = (unlessLive: FeedChange) => {
    if (!isLive) change(unlessLive)
  }
  useEffect(() => {
    if (last === null) return undefined
    // A duration: the clock of the device may differ from the clock of the service.
    const timer = setTimeout(() => setLast(null), UNDO_MINUTES * 60_000)
    return () => clearTimeout(timer)
  }, [last])
  const byIds = (kind: 'archive' | 'restore', ids: readonly string[]) =>
    ask(BY_IDS[kind], { ids: [...ids] }).then(
      ({ changed, undo }) => {
        offer(undo, changed, DONE[kind])
        settle({ type: kind === 'archive' ? 'archived' : 'restored', ids })
      },
      failed(`Not ${DONE[kind]}`),
    )
  return {
    offer: last,
    archive: (ids) => byIds('archive', ids),
    restore: (ids) => byIds('restore', ids),
    markAllRead: () =>
      ask('mark_all_notifications_read', {}).then(({ updated, undo }) => {
        offer(undo, updated, DONE.read)
        settle({ type: 'all_read' })
      }, failed('Not marked read')),
    changeMatching: (input) =>
      ask('change_matching_notifications', input).then(
        ({ changed, undo }) => {
          offer(undo, changed, DONE[input.change])
          settle({ type: 'reset' })
        },
        failed(`Not ${DONE[input.change]}`),
      ),
    async undo() {
      if (last === null) return
      setLast(null)
      await ask('undo_notification_change', { id: last.id }).then(() => settle({ type: 'reset' }), failed('Not undone'))
    },
  }
}
