/** What is the same for saved filters of the tape and saved screens. */
import { AppError } from '../../../lib/errors.ts'
import { callingAccount } from '../../../notifications/operations/access.ts'
import { MAX_SAVED } from '../../contract/saved.ts'
import type { AlertRepositories } from '../../store/index.ts'
import type { SavedQueries, SavedQuery } from '../../store/saved-queries.ts'
import type { AlertContext } from '../context.ts'

interface Change<Content> {
  readonly name?: string | undefined
  readonly content?: Content | undefined
}

/** `noun`: what messages call one of the kind. */
export function savedKind<Content>(noun: string, kindIn: (repositories: AlertRepositories) => SavedQueries<Content>) {
  const notFound = () => new AppError('not_found', `There is no such ${noun}.`)
  const requireFreeName = (known: readonly SavedQuery<Content>[], { id, name }: SavedQuery<Content>) => {
    if (known.some((other) => other.id !== id && other.name === name)) {
      throw new AppError('conflict', `A ${noun} is called ${name} already. Choose another name.`)
    }
  }
  return {
    async list(context: AlertContext): Promise<SavedQuery<Content>[]> {
      return await kindIn(context.store).of(callingAccount(context).id)
    },

    async create(context: AlertContext, name: string, content: Content): Promise<SavedQuery<Content>> {
      const { id: accountId } = callingAccount(context)
      const at = context.now().toISOString()
      const saved = { id: context.newId(), name, content, created_at: at, updated_at: at }
      await context.store.transaction(async (repositories) => {
        const known = await kindIn(repositories).of(accountId)
        if (known.length >= MAX_SAVED) {
          throw new AppError('conflict', `An account has at most ${MAX_SAVED} ${noun}s. Delete an unused one.`)
        }
        requireFreeName(known, saved)
        await kindIn(repositories).add(accountId, saved)
      })
      return saved
    },

    async change(context: AlertContext, id: string, { name, content }: Change<Content>): Promise<SavedQuery<Content>> {
      const { id: accountId } = callingAccount(context)
      return await context.store.transaction(async (repositories) => {
        const known = await kindIn(repositories).of(accountId)
        const before = known.find((it) => it.id === id)
        if (!before) throw notFound()
        const changed = {
          ...before,
          name: name ?? before.name,
          content: content ?? before.content,
          updated_at: context.now().toISOString(),
        }
        requireFreeName(known, changed)
        await kindIn(repositories).replace(accountId, changed)
        return changed
      })
    },

    async remove(context: AlertContext, id: string): Promise<Record<string, never>> {
      if (!(await kindIn(context.store).remove(callingAccount(context).id, id))) throw notFound()
      return {}
    },
  }
}
