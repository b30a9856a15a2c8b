import { expect, it } from 'vitest'
import { ALLOWED_TOOLS } from '../../../src/adapters/decider/allowed-tools.ts'
import { operations } from '../../../src/operations/index.ts'
import { toolOperations } from '../../../src/surfaces/mcp/tools.ts'

it('allows a model every tool of the service, and no other', () => {
  const tools = toolOperations(operations).map(({ name }) => name)
  expect([...ALLOWED_TOOLS].sort()).toEqual(tools.sort())
})
