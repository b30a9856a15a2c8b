import type { Operation } from '../../catalogue/operation.ts'
import { killSwitch } from './kill-switch.ts'
import { operatorErrors } from './operator-errors.ts'
import { operatorSettings } from './operator-settings.ts'
import { operatorStatus } from './operator-status.ts'

/** What the operator sees of this process, and the kill switch of the receiver. */
export const operatorOperations = [
  operatorStatus,
  operatorErrors,
  operatorSettings,
  killSwitch,
] as const satisfies readonly Operation[]
