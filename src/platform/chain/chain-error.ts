/** The chain cannot run, or is not the configured chain. The message is a sentence for the operator. */
export class ChainError extends Error {
  override name = 'ChainError'
}
