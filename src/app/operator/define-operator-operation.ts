import { operationsOver } from '../../catalogue/operation.ts'
import type { AppContext } from '../context.ts'

/** For what the operator does with this process and with the receiver, who belongs to no account. */
export const defineOperatorOperation = operationsOver<AppContext>()
