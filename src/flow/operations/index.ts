import type { Operation } from '../../catalogue/operation.ts'
import { netFlowOperation } from './net-flow.ts'
import { optionsFlowOperation } from './options-flow.ts'
import { flowOutcomesOperation } from './outcome-study.ts'
import { unusualActivityOperation } from './unusual-activity.ts'

/** Option trades, as rows and as sums. */
export const flowOperations = [
  optionsFlowOperation,
  netFlowOperation,
  unusualActivityOperation,
  flowOutcomesOperation,
] as const satisfies readonly Operation[]
