import type { AlertRule } from '../domain/alert-rule.ts'
import type { Shard } from '../domain/shard.ts'
import type { AlertStore } from '../store/index.ts'
import { AccountRows, byText, type RowSource } from './account-rows.ts'

type RuleOf<Source> = Extract<AlertRule, { readonly source: Source }>

/** The enabled rules of one source, of the accounts of a shard that are not suspended, oldest first. */
export function enabledRules<Source extends AlertRule['source']>(
  store: AlertStore,
  source: Source,
  shard: Shard,
): AccountRows<RuleOf<Source>> {
  const isOfSource = (rule: AlertRule): rule is RuleOf<Source> => rule.source === source
  const rules: RowSource<RuleOf<Source>> = {
    read: async (accounts) => (await store.alerts.allEnabled(accounts)).filter(isOfSource),
    order: (a, b) => byText(a.id, b.id),
  }
  return new AccountRows(store, rules, shard)
}
