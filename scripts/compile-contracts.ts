import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import solc from 'solc'

/**
 * Compiles the contracts. The artifacts are checked in, so that Lyceum runs without a compiler; `bun run
 * check` compiles again and compares. Without metadata the bytecode does not depend on the machine.
 */
const ROOT = join(import.meta.dir, '..')
const SOURCES = join(ROOT, 'contracts/source')
export const ARTIFACTS = join(ROOT, 'contracts/artifacts')

/** The contracts that are deployed; the others are their dependencies. */
const DEPLOYED = [
  'XpToken',
  'GemToken',
  'CourseCertificate',
  'AchievementBadge',
  'TestUsdt',
  'SmartAccount',
  'AccountFactory',
] as const

/** The contracts that are part of the first block of the embedded chain: their runtime code is needed. */
const GENESIS = ['DevelopmentEntryPoint'] as const

const SETTINGS = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 500 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
}

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, CompiledContract>>
}

interface CompiledContract {
  abi: unknown[]
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
}

/** The text of every artifact by its file name. */
export function compileContracts(): Map<string, string> {
  const sources = Object.fromEntries(
    readdirSync(SOURCES).map((name) => [name, { content: readFileSync(join(SOURCES, name), 'utf8') }]),
  )
  const input = JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS })
  const output: CompilerOutput = JSON.parse(solc.compile(input, { import: readImport }))
  const errors = output.errors?.filter(({ severity }) => severity !== 'info') ?? []
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  const compiled = (name: string) => output.contracts[`${name}.sol`]![name]!
  return new Map([
    ...DEPLOYED.map((name) => artifact(name, compiled(name), compiled(name).evm.bytecode.object)),
    ...GENESIS.map((name) => artifact(name, compiled(name), compiled(name).evm.deployedBytecode.object)),
  ])
}

function readImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(join(ROOT, 'node_modules', path), 'utf8') }
  } catch (error) {
    return { error: String(error) }
  }
}

function artifact(name: string, { abi }: CompiledContract, bytecode: string): [file: string, text: string] {
  const lines = abi.map((entry) => `    ${JSON.stringify(entry)},`).join('\n')
  const text = [
    `// Made by \`bun scripts/compile-contracts.ts --write\` from ../source/${name}.sol with solc ${solc.version()}.`,
    `export const ${name} = {`,
    `  name: '${name}',`,
    `  abi: [\n${lines}\n  ],`,
    `  bytecode: '0x${bytecode}',`,
    '} as const',
    '',
  ].join('\n')
  return [`${name}.ts`, text]
}

if (import.meta.main) {
  const compiled = compileContracts()
  for (const [name, text] of compiled) {
    if (process.argv.includes('--write')) await Bun.write(join(ARTIFACTS, name), text)
    else console.log(name, text.length)
  }
}
