import { errorOf } from './error.js'
import { createClient } from './generated/client/index.js'
import { Operations, type Options } from './generated/sdk.gen.js'
import { type RetryOptions, retryingFetch, sleep } from './retry.js'

export interface OptionwireOptions extends Partial<RetryOptions> {
  /** Address of the service, for example `http://127.0.0.1:3000`. */
  readonly url: string
  /** E-mail address of the account of an API key. */
  readonly email?: string
  /** Token of an API key, `ow_…`. */
  readonly token?: string
  /** Secret of the receiver, for its operations alone. */
  readonly botSecret?: string
}

/** Every operation of a service that a program may call, as a method that answers its data or throws. */
export class Optionwire extends Operations {
  constructor({ url, email, token, botSecret, ...retry }: OptionwireOptions) {
    const credentials: Readonly<Record<string, string | undefined>> = {
      'X-USER-EMAIL': email,
      'X-USER-TOKEN': token,
      'X-BOT-SECRET': botSecret,
    }
    const client = createClient({
      baseUrl: url.replace(/\/+$/, ''),
      auth: ({ name = '' }) => credentials[name],
      fetch: retryingFetch({ retries: 3, maxWaitS: 60, timeoutMs: 30_000, fetch: globalThis.fetch, sleep, ...retry }),
      throwOnError: true,
    })
    client.interceptors.error.use((cause, response) => errorOf(cause, response))
    super({ client })
  }

  /** A data set as the bytes of a file, in every format. */
  override exportData<ThrowOnError extends boolean = true>(
    parameters: Parameters<Operations['exportData']>[0],
    options?: Options<never, ThrowOnError>,
  ) {
    return super.exportData<ThrowOnError>(parameters, { ...options, parseAs: 'blob' })
  }

  /** Entries of the ledger as the bytes of a file, in every format. */
  override exportLedger<ThrowOnError extends boolean = true>(
    parameters?: Parameters<Operations['exportLedger']>[0],
    options?: Options<never, ThrowOnError>,
  ) {
    return super.exportLedger<ThrowOnError>(parameters, { ...options, parseAs: 'blob' })
  }
}
