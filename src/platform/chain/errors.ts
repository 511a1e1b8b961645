import { defineRefusals } from '../errors.ts'

/** The code that every provider who is away has, in words of the chain's own. */
export const chainErrors = defineRefusals({
  provider_unavailable: {
    kind: 'unavailable',
    message: 'The blockchain did not answer, and what it holds is not guessed. Try again later.',
  },
})

/** A read that a contract refused, with the name of its error. */
export class ContractRevertError extends Error {
  override name = 'ContractRevertError'
  readonly errorName: string

  constructor(description: string) {
    super(`the contract refused: ${description}`)
    this.errorName = description.replace(/\(.*$/s, '')
  }
}
