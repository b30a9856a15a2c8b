import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('makes the clients as they are in the repository', async () => {
  const made = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'write.ts'), '--check'])

  await expect(made).resolves.toEqual({ stdout: '', stderr: '' })
})
