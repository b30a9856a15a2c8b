/**
 * Loads in the main thread the native modules that tests load in worker threads. Else each is unloaded with the last
 * worker that has it, and threads that still end then call what it had registered for their end: the process crashes
 * after all tests.
 */
import '@duckdb/node-api'
import '@resvg/resvg-js'

export function setup(): void {}
