import type { Address, Hex } from 'viem'
import { concat, encodeAbiParameters, getContractAddress, keccak256 } from 'viem/utils'

/** The addresses of the account factory and of the account implementation. */
export interface AccountFactory {
  factory: Address
  implementation: Address
}

/**
 * Computes the address of an owner's account, deployed or not, as the factory does, without a call to the
 * chain.
 */
export function accountAddress(
  { factory, implementation }: AccountFactory,
  owner: Address,
  salt: Hex,
): Address {
  return getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [owner, salt])),
    // A minimal proxy (ERC-1167).
    bytecode: concat([
      '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
      implementation,
      '0x5af43d82803e903d91602b57fd5bf3',
    ]),
  })
}
