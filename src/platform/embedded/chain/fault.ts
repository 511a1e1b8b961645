/** The chain cannot run, or is not the one we should talk to. The message is a sentence for people. */
export class ChainFault extends Error {
  override name = 'ChainFault'
}
