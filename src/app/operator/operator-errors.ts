import { z } from 'zod'
import { defineOperatorOperation } from './define-operator-operation.ts'

export const operatorErrors = defineOperatorOperation({
  name: 'operator_errors',
  title: 'Recent errors of the service',
  description:
    'The newest 200 error lines of the log of this process, newest first, without stacks and secrets. A user who reports an error gives its request id. Older ones are in the log. For operators only.',
  capability: 'account',
  operatorOnly: true,
  callers: ['session'],
  surfaces: ['rest'],
  route: { method: 'GET', path: '/operator/errors', errors: ['forbidden'] },
  input: z.strictObject({
    request_id: z.string().trim().max(200).optional().describe('Only the errors of this request.'),
  }),
  output: z.object({
    data: z
      .array(
        z.object({
          at: z.iso.datetime().describe('When it was logged, UTC.'),
          message: z.string().describe('What failed.'),
          error: z.string().nullable().describe('Class and message of the error; null if the line has none.'),
          request_id: z.string().nullable().describe('The request; null if there was none.'),
          worker: z.string().nullable().describe('The background worker; null if there was none.'),
        }),
      )
      .describe('Errors, newest first.'),
  }),
  example: {},
  async run({ request_id: wanted }, { operatorView }) {
    const errors = operatorView.errors()
    const found = wanted ? errors.filter(({ requestId }) => requestId === wanted) : errors
    return { data: found.map(({ requestId, ...rest }) => ({ ...rest, request_id: requestId })) }
  },
})
