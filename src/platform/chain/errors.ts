import { defineRefusals } from '../errors.ts'

/** The common code for an unavailable provider, with a message about the chain. */
export const chainErrors = defineRefusals({
  provider_unavailable: {
    kind: 'unavailable',
    message: 'The blockchain did not respond. Try again later.',
  },
})

/** A contract read reverted; has the name of the error. */
export class ContractRevertError extends Error {
  override name = 'ContractRevertError'
  readonly errorName: string

  constructor(description: string) {
    super(`the contract reverted: ${description}`)
    this.errorName = description.replace(/\(.*$/s, '')
  }
}
