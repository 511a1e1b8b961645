import { z } from '@hono/zod-openapi'
import { type Address, getAddress, isAddress } from 'viem'

const example = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** An address that somebody typed or sent: any case, but capitals that contradict its checksum are a slip. */
export const AddressSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits')
  .refine((value) => isAddress(value), 'has the wrong checksum: copy it again, or send it in lower case')
  .transform((value): Address => getAddress(value))
  .openapi({ type: 'string', pattern: '^0x[0-9a-fA-F]{40}$', example, description: 'EVM address' })

/** An address that we show: with the capitals of its checksum. */
export const AddressOutputSchema = z.string().openapi({ example, description: 'EVM address' })
