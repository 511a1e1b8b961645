import { type Address, formatEther, formatUnits } from 'viem'
import { AchievementBadge } from '../../../contracts/artifacts/AchievementBadge.ts'
import { GemToken } from '../../../contracts/artifacts/GemToken.ts'
import { TestUsdt } from '../../../contracts/artifacts/TestUsdt.ts'
import { XpToken } from '../../../contracts/artifacts/XpToken.ts'
import type { Chain } from '../../platform/chain/chain.ts'

const TOKEN_DECIMALS = 18
const USDT_DECIMALS = 6

/** Reads the balances of an address from the chain, without a cache. */
export async function readBalance(chain: Chain, address: Address) {
  const [xp, gems, usdt, coins, badges] = await Promise.all([
    chain.read(XpToken, 'balanceOf', [address]),
    chain.read(GemToken, 'balanceOf', [address]),
    readUsdt(chain, address),
    chain.nativeBalance(address),
    chain.read(AchievementBadge, 'balanceOf', [address]),
  ])
  return {
    xpTokenBalance: formatUnits(xp, TOKEN_DECIMALS),
    gemTokenBalance: formatUnits(gems, TOKEN_DECIMALS),
    usdtBalance: formatUnits(usdt, USDT_DECIMALS),
    nativeEthBalance: formatEther(coins),
    nftBadgesCount: Number(badges),
  }
}

/** A USDT that the chain had before this service (`chain deploy --usdt`). Both contracts are ERC-20. */
const EXISTING_USDT = { ...TestUsdt, name: 'Usdt' }

/** Tokens that users buy and sell. A chain without such a contract has none. */
async function readUsdt(chain: Chain, address: Address): Promise<bigint> {
  const contract = [EXISTING_USDT, TestUsdt].find(({ name }) => chain.contracts[name])
  return contract ? chain.read(contract, 'balanceOf', [address]) : 0n
}
