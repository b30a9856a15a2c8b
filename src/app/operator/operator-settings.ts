import { z } from 'zod'
import { defineOperatorOperation } from './define-operator-operation.ts'

export const operatorSettings = defineOperatorOperation({
  name: 'operator_settings',
  title: 'Settings in force',
  description:
    'Every setting of this process with the value that it uses. Of a secret it says only whether it is set. Settings are changed in the environment and read at the start. For operators only.',
  capability: 'account',
  operatorOnly: true,
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/operator/settings', errors: ['forbidden'] },
  input: z.strictObject({}),
  output: z.object({
    data: z
      .array(
        z.object({
          name: z.string().describe('Its name in the environment.'),
          set: z.boolean().describe('Whether the environment gives it; else it has its default.'),
          secret: z.boolean().describe('Whether its value is never shown.'),
          value: z.string().nullable().describe('The value in use; null for a secret, and if there is none.'),
        }),
      )
      .describe('In the order of .env.example.'),
  }),
  example: {},
  async run(_input, { operatorView }) {
    return {
      data: operatorView.settings.map(({ name, isSet, isSecret, value }) => ({
        name,
        set: isSet,
        secret: isSecret,
        value,
      })),
    }
  },
})
