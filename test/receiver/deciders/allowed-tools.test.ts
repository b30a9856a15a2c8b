import { expect, it } from 'vitest'
import { operations } from '../../../src/app/operations.ts'
import { ALLOWED_TOOLS } from '../../../src/receiver/deciders/allowed-tools.ts'
import { toolOperations } from '../../../src/surfaces/mcp/tools.ts'

it('allows a model every tool of the service, and no other', () => {
  const tools = toolOperations(operations).map(({ name }) => name)
  expect([...ALLOWED_TOOLS].sort()).toEqual(tools.sort())
})
