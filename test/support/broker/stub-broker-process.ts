import { stubBroker } from './stub-broker.ts'

/**
 * The stub broker as a process of its own: options as JSON in the first argument, its address as one JSON line on
 * standard output. `GET /_orders`, `GET /_requests` and `POST /_control` stand for the methods.
 */
const broker = await stubBroker(JSON.parse(process.argv[2] ?? '{}'))
console.log(JSON.stringify({ msg: 'listening', url: broker.url }))
process.once('SIGTERM', () => void broker[Symbol.asyncDispose]().then(() => process.exit(0)))
