import { type Address, getAddress, isAddress } from 'viem'
import { isReservedAddress } from '../../platform/chain/verify-message.ts'
import { z } from '../../platform/zod.ts'

const example = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** An input address in any case. A mixed case with a wrong checksum is rejected. */
export const AddressSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits')
  .refine((value) => isAddress(value), 'has the wrong checksum: copy it again, or send it in lower case')
  .transform((value): Address => getAddress(value))
  .openapi({ type: 'string', pattern: '^0x[0-9a-fA-F]{40}$', example, description: 'EVM address' })

/** An address that a user can own. */
export const OwnableAddressSchema = AddressSchema.refine(
  (value) => !isReservedAddress(value),
  'is the address of no wallet: send the address of your own wallet',
)

/** An output address with the checksum case. */
export const AddressOutputSchema = z.string().openapi({ example, description: 'EVM address' })
