import type { Identity } from '../accounts/operations/identity.ts'
import { AppError } from '../lib/errors.ts'
import { accountContent } from '../notifications/domain/contents.ts'
import { eventKeys } from '../notifications/domain/event-key.ts'
import type { Notifier } from '../notifications/operations/notifier.ts'
import { announceRaised, raiseIn } from '../notifications/operations/raise/raise.ts'
import type { Raised } from '../notifications/operations/raise/trigger.ts'
import { approvalText } from '../receiver/domain/approval-text.ts'
import type { ApprovalNotice, Approvers } from '../receiver/ports/approvers.ts'
import type { Log } from './logger.ts'
import type { Config } from './settings/config.ts'
import type { Store } from './store/open-store.ts'
import type { Repositories } from './store/repositories.ts'

interface ApproverParts {
  readonly config: Pick<Config, 'receiver'>
  readonly store: Store
  readonly notifier: Notifier
  readonly now: () => Date
  readonly newId: () => string
  readonly address: { readonly publicUrl: string }
  readonly identity: Pick<Identity, 'digest'>
  readonly log: Pick<Log, 'warn'>
}

/** The accounts of APPROVERS, who are asked through their own channels. */
export function approversOf(parts: ApproverParts): Approvers {
  const { config, store, identity } = parts
  const named = new Set(config.receiver.approval?.approvers ?? [])
  const keyOf: Approvers['keyOf'] = ({ id, expiresAt }, accountId) =>
    identity.digest('approval', `${id}\n${accountId}\n${expiresAt}`)

  return {
    keyOf,
    async mayAnswer(accountId) {
      const known = await store.accounts.byId(accountId)
      return known !== undefined && named.has(known.account.email) && isAble(known.account)
    },
    async emailOf(accountId) {
      return (await store.accounts.byId(accountId))?.account.email ?? null
    },
    async transaction(work) {
      const raised: Raised[] = []
      const result = await store.transaction(async (repositories) => {
        const accountIds = await ableAccounts(repositories, named)
        return work(repositories, {
          accountIds,
          async notify(notice) {
            raised.push(...(await notify(parts, repositories, { notice, accountIds, keyOf })))
          },
        })
      })
      announceRaised(parts.notifier, raised)
      return result
    },
  }
}

interface Notifying {
  readonly notice: ApprovalNotice
  readonly accountIds: readonly string[]
  readonly keyOf: Approvers['keyOf']
}

/** One notification for each account, with a link of its own. */
async function notify(parts: ApproverParts, repositories: Repositories, { notice, accountIds, keyOf }: Notifying) {
  const { approval, idea, decision } = notice
  const { title, body } = approvalText(approval, idea, decision)
  const content = { ...accountContent(title, body, { approval_id: approval.id }, 'high'), symbol: idea.symbol }
  const raising = { ...parts, publicUrl: parts.address.publicUrl }
  const page = `${raising.publicUrl}/approvals/${approval.id}`
  const raised = await raiseIn(
    repositories,
    raising,
    accountIds.map((accountId) => ({
      accountId,
      eventKey: eventKeys.account('approval', approval.id),
      content,
      // Behind the number sign, so that it reaches no log of a proxy.
      link: { url: `${page}#key=${keyOf(approval, accountId)}`, label: 'Review the order' },
    })),
  )
  if (!raised.some((it) => it.raised)) {
    parts.log.warn({ approval_id: approval.id }, 'nobody could be notified of an order: it waits on the ledger page')
  }
  return raised
}

async function ableAccounts({ accounts }: Pick<Repositories, 'accounts'>, named: ReadonlySet<string>) {
  const found = await Promise.all([...named].map((email) => accounts.byEmail(email)))
  return found.flatMap((known) => (known && isAble(known.account) ? [known.account.id] : []))
}

function isAble({ status, emailVerified }: { readonly status: string; readonly emailVerified: boolean }): boolean {
  return status === 'good' && emailVerified
}

/** Refuses a start in which orders would wait for nobody. */
export async function requireApprovers({ config, store }: Pick<ApproverParts, 'config' | 'store'>): Promise<void> {
  const { approval } = config.receiver
  if (approval === null) return
  const able = await ableAccounts(store, new Set(approval.approvers))
  if (able.length > 0) return
  throw new AppError(
    'invalid',
    'Optionwire cannot start: APPROVAL is on, and no account of APPROVERS can answer. Each address needs an account in good standing whose e-mail address is confirmed: `optionwire account create`.',
  )
}
