import type { Operation } from '../operation.ts'
import { netFlowOperation } from './net-flow.ts'
import { optionsFlowOperation } from './options-flow.ts'

/** What was traded, print by print and added up. */
export const flowOperations: readonly Operation[] = [optionsFlowOperation, netFlowOperation]
