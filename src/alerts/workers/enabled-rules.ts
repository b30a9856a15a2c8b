import type { AlertRule } from '../domain/alert-rule.ts'
import type { AlertStore } from '../store/index.ts'
import { AccountRows, byText } from './account-rows.ts'

type RuleOf<Source> = Extract<AlertRule, { readonly source: Source }>

/** The enabled rules of one source of all accounts that are not suspended, oldest first. */
export function enabledRules<Source extends AlertRule['source']>(
  store: AlertStore,
  source: Source,
): AccountRows<RuleOf<Source>> {
  const isOfSource = (rule: AlertRule): rule is RuleOf<Source> => rule.source === source
  return new AccountRows(store, {
    read: async (accountIds) => (await store.alerts.allEnabled(accountIds)).filter(isOfSource),
    order: (a, b) => byText(a.id, b.id),
  })
}
