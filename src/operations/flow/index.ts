import type { Operation } from '../operation.ts'
import { netFlowOperation } from './net-flow.ts'
import { optionsFlowOperation } from './options-flow.ts'
import { unusualActivityOperation } from './unusual-activity.ts'

/** What was traded, print by print and added up. */
export const flowOperations = [
  optionsFlowOperation,
  netFlowOperation,
  unusualActivityOperation,
] as const satisfies readonly Operation[]
