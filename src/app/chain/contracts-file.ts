import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isAddress } from 'viem/utils'
import { planDeployment } from '../../../contracts/deployment.ts'
import { ChainError } from '../../platform/chain/chain-error.ts'
import type { ContractAddresses } from '../../platform/chain/contract.ts'
import { writeStateFile } from '../../platform/embedded/data-folder.ts'
import { COMMAND } from '../../platform/product-files.ts'
import { developmentAdmin, developmentRelayer } from './development-keys.ts'

export interface ContractsFile {
  chainId: number
  /** The newest block before the deployment. */
  block: number
  contracts: ContractAddresses
}

/** The others are for development only. */
const REQUIRED = [
  'XpToken',
  'GemToken',
  'CourseCertificate',
  'AchievementBadge',
  'AccountFactory',
  'SmartAccount',
  'EntryPoint',
]

/** The contracts of a new embedded chain. An existing chain keeps its contracts. */
export const developmentDeployment = planDeployment({
  admin: developmentAdmin.address,
  minter: developmentRelayer.address,
  withTestMoney: true,
})

export function writeContracts(file: string, content: ContractsFile): void {
  writeStateFile(dirname(file), basename(file), `${JSON.stringify(content, null, 2)}\n`, 0o644)
}

export function findContracts(file: string, chainId: number): ContractsFile | undefined {
  if (!existsSync(file)) return undefined
  const content = parse(file)
  if (content.chainId !== chainId)
    throw new ChainError(`${file} is for chain ${content.chainId}, not for chain ${chainId}.`)
  const wrong = REQUIRED.filter((name) => !isAddress(content.contracts[name] ?? '', { strict: false }))
  if (wrong.length > 0) throw new ChainError(`${file} has no address of ${wrong.join(', ')}.`)
  return content
}

export function getContracts(file: string, chainId: number): ContractsFile {
  const found = findContracts(file, chainId)
  if (found) return found
  throw new ChainError(`${file} is missing. Create it with: ${COMMAND} chain deploy`)
}

function parse(file: string): ContractsFile {
  try {
    const content = JSON.parse(readFileSync(file, 'utf8'))
    return {
      chainId: Number(content.chainId),
      block: Number(content.block ?? 0),
      contracts: content.contracts ?? {},
    }
  } catch (error) {
    throw new ChainError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
