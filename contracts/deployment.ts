import type { Address, Hex } from 'viem'
import { concat, encodeAbiParameters, getContractAddress, keccak256, toHex } from 'viem/utils'
import { AccountFactory } from './artifacts/AccountFactory.ts'
import { AchievementBadge } from './artifacts/AchievementBadge.ts'
import { CourseCertificate } from './artifacts/CourseCertificate.ts'
import { DevelopmentEntryPoint } from './artifacts/DevelopmentEntryPoint.ts'
import { GemToken } from './artifacts/GemToken.ts'
import { TestUsdt } from './artifacts/TestUsdt.ts'
import { XpToken } from './artifacts/XpToken.ts'
import { ENTRY_POINT_ADDRESS } from './entry-point.ts'

/** The deterministic deployer, which most chains have at this address. It deploys its input by CREATE2. */
export const CREATE2_DEPLOYER = {
  address: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  code: '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
} as const

const SALT = keccak256(toHex('lyceum'))

/** The public contracts that ours need and that we never deploy. */
export const PUBLIC_CONTRACTS = [
  { name: 'CREATE2 deployer', address: CREATE2_DEPLOYER.address },
  { name: 'entry point of ERC-4337 0.8', address: ENTRY_POINT_ADDRESS },
] as const

/** The public contracts as the embedded chain has them from its first block. */
export const EMBEDDED_PUBLIC_CONTRACTS = [
  CREATE2_DEPLOYER,
  { address: ENTRY_POINT_ADDRESS, code: DevelopmentEntryPoint.bytecode },
] as const

export interface DeploymentStep {
  name: string
  address: Address
  salt: Hex
  initCode: Hex
}

export interface Deployment {
  steps: DeploymentStep[]
  addresses: Record<string, Address>
}

interface DeploymentOptions {
  /** May grant and revoke roles, and pause. */
  admin: Address
  /** The relayer. */
  minter: Address
  /** Only on test networks. */
  withTestMoney: boolean
}

/**
 * The contracts and their addresses. The addresses depend only on the code and the two roles, on any chain.
 */
export function planDeployment({ admin, minter, withTestMoney }: DeploymentOptions): Deployment {
  const roles = encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [admin, minter])
  const issuers = [
    XpToken,
    GemToken,
    CourseCertificate,
    AchievementBadge,
    ...(withTestMoney ? [TestUsdt] : []),
  ]
  const factory = ownContractStep(AccountFactory.name, AccountFactory.bytecode)
  const steps: DeploymentStep[] = [
    factory,
    ...issuers.map(({ name, bytecode }) => ownContractStep(name, concat([bytecode, roles]))),
  ]
  return {
    steps,
    addresses: {
      EntryPoint: ENTRY_POINT_ADDRESS,
      ...Object.fromEntries(steps.map(({ name, address }) => [name, address])),
      // The first contract that the factory creates.
      SmartAccount: getContractAddress({ opcode: 'CREATE', from: factory.address, nonce: 1n }),
    },
  }
}

function ownContractStep(name: string, initCode: Hex): DeploymentStep {
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: CREATE2_DEPLOYER.address,
    salt: SALT,
    bytecode: initCode,
  })
  return { name, address, salt: SALT, initCode }
}
