import { stubModel } from './stub-model.ts'

/**
 * The stub model as a process of its own: options as JSON in the first argument, its address (for OPENAI_BASE_URL) as one
 * JSON line on standard output. `GET /_requests` tells what it was asked.
 */
const model = await stubModel(JSON.parse(process.argv[2] ?? '{}'))
console.log(JSON.stringify({ msg: 'listening', url: model.url }))
process.once('SIGTERM', () => void model[Symbol.asyncDispose]().then(() => process.exit(0)))
