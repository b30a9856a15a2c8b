import { alpacaBroker } from '../../../src/receiver/brokers/alpaca/index.ts'
import { type HeldFault, stubBroker } from '../../support/broker/stub-broker.ts'

export const keyId = 'PKCANARYKEY000001'
export const secret = 'canary/broker+secret=="quoted"'
/** In no text of an outcome. */
export const KEYS = /PKCANARY|canary\/broker/

/** A paper account over HTTP, and the adapter that asks it. */
export async function opened(timeoutMs = 5000, key = keyId) {
  const stub = await stubBroker({ keyId, secret })
  const broker = alpacaBroker({ keyId: key, secret, paper: true, baseUrl: stub.url, timeoutMs })
  return { stub, broker, [Symbol.asyncDispose]: () => stub[Symbol.asyncDispose]() }
}

/** What can go wrong with a question to the brokerage, and the words that name it; `unreadable` of a wrong body. */
export function faultsOfQuestions(unreadable: RegExp): readonly (readonly [HeldFault, RegExp])[] {
  return [
    ['401', /401.*ALPACA_API_KEY/],
    ['403', /403/],
    ['422', /422/],
    ['429', /429/],
    ['500', /500/],
    ['reset', /could not be reached/],
    ['html_200', unreadable],
    ['nonsense', unreadable],
  ]
}
