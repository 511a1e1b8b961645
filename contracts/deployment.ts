import type { Address, Hex } from 'viem'
import { concat, encodeAbiParameters, getContractAddress, keccak256, toHex } from 'viem/utils'
import { AccountFactory } from './artifacts/AccountFactory.ts'
import { AchievementBadge } from './artifacts/AchievementBadge.ts'
import { CourseCertificate } from './artifacts/CourseCertificate.ts'
import { GemToken } from './artifacts/GemToken.ts'
import { TestUsdt } from './artifacts/TestUsdt.ts'
import { XpToken } from './artifacts/XpToken.ts'
import { ENTRY_POINT_ADDRESS } from './entry-point.ts'

/** A contract that most chains have at this address: it deploys what it is sent, by CREATE2. */
export const CREATE2_DEPLOYER = {
  address: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  code: '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
} as const

const SALT = keccak256(toHex('lyceum'))
/** With this salt the entry point comes out at the address that everybody knows. */
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
  /** May give and take roles, and pause. */
  admin: Address
  /** The relayer. */
  minter: Address
  /** Only where money is not real. */
  withTestMoney: boolean
}

/** What is deployed and where it will be. The addresses follow from the code and the two roles, on any chain. */
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
      // The factory makes it as its first act.
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

/** Loaded only where it must be deployed: public chains have it. */
async function entryPointCode(): Promise<Hex> {
  const artifact = await import('@account-abstraction/contracts/artifacts/EntryPoint.json')
  return artifact.bytecode as Hex
}
