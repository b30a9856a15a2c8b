import { expect, it } from 'vitest'
import { operations } from '../../../src/app/operations.ts'
import { ALLOWED_TOOLS } from '../../../src/receiver/deciders/allowed-tools.ts'
import { toolOperations } from '../../../src/surfaces/mcp/tools.ts'

it('allows a model every tool of the service about the market, and none about an account', () => {
  const tools = toolOperations(operations)
    .filter(({ capability }) => capability === 'analytics')
    .map(({ name }) => name)
  expect([...ALLOWED_TOOLS].sort()).toEqual(tools.sort())
})
