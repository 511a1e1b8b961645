/** The chain cannot run, or is not the one we should talk to. The message is a sentence for people. */
export class ChainError extends Error {
  override name = 'ChainError'
}
