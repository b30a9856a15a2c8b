import { z } from 'zod'
import { OPERATOR_PROOF } from '../../accounts/contract/operator-proof.ts'
import { asOperator, OPERATOR_CALLERS } from '../../accounts/operations/admin/as-operator.ts'
import { defineOperatorOperation } from './define-operator-operation.ts'

export const killSwitch = defineOperatorOperation({
  name: 'kill_switch',
  title: 'Stop or resume the receiver',
  description:
    'The kill switch of the receiver: while it is on, no trade idea is decided and no order is sent. It holds from the next decision and order on, in every process and after a restart. Turning it off needs a proof. KILL_SWITCH in the settings stops the receiver whatever is said here. For operators only.',
  capability: 'account',
  operatorOnly: true,
  callers: OPERATOR_CALLERS,
  surfaces: ['cli', 'rest'],
  route: { method: 'POST', path: '/operator/kill_switch', errors: ['forbidden'] },
  input: z.strictObject({ on: z.boolean().describe('true stops the receiver.'), ...OPERATOR_PROOF }),
  output: z.object({
    on: z.boolean().describe('Whether an operator stops it now.'),
    in_force: z.boolean().describe('Whether it is stopped now, by an operator or by KILL_SWITCH.'),
  }),
  example: { on: true },
  async run({ on, ...proof }, context) {
    const { now, store, killSwitchSetting } = context
    // Nobody looks for a password while a program buys.
    const facts = { action: 'kill_switch', details: { on }, proof, isSafe: on }
    await asOperator(context, facts, async () => undefined)
    await store.receiverSwitch.set(on, now())
    return { on, in_force: on || killSwitchSetting }
  },
})
