/** The whole file is rejected. The message is a sentence for the report. */
export class FileRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FileRefused'
  }
}
