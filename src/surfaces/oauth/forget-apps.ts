import { MAX_UNUSED_APPS, UNUSED_APP_LIFE_MS, USED_APP_LIFE_MS } from '../../accounts/domain/connected-app.ts'
import type { AccountStore } from '../../accounts/store/index.ts'

export interface ForgetParts {
  readonly store: Pick<AccountStore, 'oauthClients'>
  readonly now: () => Date
  /** False while the clock is in doubt. */
  readonly mayDelete: () => boolean
}

/** Deletes registered apps that nobody uses. False where so many remain that no further one is taken. */
export async function forgetApps({ store, now, mayDelete }: ForgetParts): Promise<boolean> {
  const nowMs = now().getTime()
  if (mayDelete()) {
    await store.oauthClients.removeForgotten(new Date(nowMs - UNUSED_APP_LIFE_MS), new Date(nowMs - USED_APP_LIFE_MS))
  }
  return (await store.oauthClients.countUnused()) < MAX_UNUSED_APPS
}
