import { type Hex, keccak256, stringToHex } from 'viem'
import type { UserId } from '../../../platform/ids.ts'

/** Returns the salt from which the address of the user's smart account is derived. */
export function accountSalt(userId: UserId): Hex {
  return keccak256(stringToHex(userId))
}
