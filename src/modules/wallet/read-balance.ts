import { type Address, formatEther, formatUnits } from 'viem'
import { AchievementBadge } from '../../../contracts/artifacts/AchievementBadge.ts'
import { GemToken } from '../../../contracts/artifacts/GemToken.ts'
import { XpToken } from '../../../contracts/artifacts/XpToken.ts'
import type { Chain } from '../../platform/chain/chain.ts'

const TOKEN_DECIMALS = 18

/** Reads the balances of an address from the chain, without a cache. */
export async function readBalance(chain: Chain, address: Address) {
  const [xp, gems, coins, badges] = await Promise.all([
    chain.read(XpToken, 'balanceOf', [address]),
    chain.read(GemToken, 'balanceOf', [address]),
    chain.nativeBalance(address),
    chain.read(AchievementBadge, 'balanceOf', [address]),
  ])
  return {
    xpTokenBalance: formatUnits(xp, TOKEN_DECIMALS),
    gemTokenBalance: formatUnits(gems, TOKEN_DECIMALS),
    nativeEthBalance: formatEther(coins),
    nftBadgesCount: Number(badges),
  }
}
