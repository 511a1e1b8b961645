import type { Address, Hex } from 'viem'
import { concat, encodeAbiParameters, getContractAddress, keccak256, toHex } from 'viem/utils'
import { AccountFactory } from './artifacts/AccountFactory.ts'
import { AchievementBadge } from './artifacts/AchievementBadge.ts'
import { CourseCertificate } from './artifacts/CourseCertificate.ts'
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
/** This salt results in the well-known address of the entry point. */
const ENTRY_POINT_SALT = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'

export interface DeploymentStep {
  name: string
  address: Address
  salt: Hex
  initCode: () => Hex | Promise<Hex>
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
    { name: 'EntryPoint', address: ENTRY_POINT_ADDRESS, salt: ENTRY_POINT_SALT, initCode: entryPointCode },
    factory,
    ...issuers.map(({ name, bytecode }) => ownContractStep(name, concat([bytecode, roles]))),
  ]
  return {
    steps,
    addresses: {
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
  return { name, address, salt: SALT, initCode: () => initCode }
}

/** Loaded only if it must be deployed; public chains already have it. */
async function entryPointCode(): Promise<Hex> {
  const artifact = await import('@account-abstraction/contracts/artifacts/EntryPoint.json')
  return artifact.bytecode as Hex
}
