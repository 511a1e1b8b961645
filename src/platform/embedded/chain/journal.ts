import { existsSync, readFileSync, truncateSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ChainError } from '../../chain/chain-error.ts'
import { fsyncFolder } from '../data-folder.ts'
import type { Genesis } from './engine.ts'

/** The data from which a block can be rebuilt. */
export interface JournalBlock {
  /** The hash of the parent block, to verify a replay. */
  parent: string
  timestamp: number
  /** Signed transactions in the order of their arrival. */
  transactions: string[]
}

export interface Journal {
  genesis: Genesis
  blocks: JournalBlock[]
  /** The line is on disk when it returns. */
  append(block: JournalBlock): Promise<void>
  close(): Promise<void>
}

const VERSION = 1

/**
 * Opens the chain's file: the genesis and one line per block. An incomplete last line was being written when
 * the process died; it was never acknowledged and is cut off.
 */
export async function openJournal(file: string, makeGenesis: () => Genesis): Promise<Journal> {
  const lines = readLines(file)
  const handle = await open(file, 'a', 0o644)
  try {
    if (lines.length === 0) {
      const genesis = makeGenesis()
      await write(handle, { version: VERSION, genesis })
      fsyncFolder(dirname(file))
      return toJournal(handle, genesis, [])
    }
    const [head, ...blocks] = lines.map((line, index) => parseLine(file, line, index))
    if (head.version !== VERSION)
      throw new ChainError(
        `${file} was written by another version of Lyceum, which this one cannot read. Move it away to start with a new chain.`,
      )
    return toJournal(handle, reviveGenesis(head.genesis), blocks)
  } catch (error) {
    await handle.close()
    throw error
  }
}

function toJournal(handle: FileHandle, genesis: Genesis, blocks: JournalBlock[]): Journal {
  return { genesis, blocks, append: (block) => write(handle, block), close: () => handle.close() }
}

async function write(handle: FileHandle, line: object): Promise<void> {
  await handle.appendFile(
    `${JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? String(value) : value))}\n`,
  )
  await handle.datasync()
}

function readLines(file: string): string[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const end = text.lastIndexOf('\n') + 1
  if (end < text.length) truncateSync(file, Buffer.byteLength(text.slice(0, end)))
  return text.slice(0, end).split('\n').filter(Boolean)
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is checked by what is made of it.
function parseLine(file: string, line: string, index: number): any {
  try {
    return JSON.parse(line)
  } catch {
    throw new ChainError(
      `${file} is damaged in line ${index + 1}. Restore it from a backup, or move it away to start with a new chain.`,
    )
  }
}

function reviveGenesis(genesis: Genesis): Genesis {
  return {
    ...genesis,
    accounts: genesis.accounts.map((account) => ({
      ...account,
      ...(account.balance === undefined ? {} : { balance: BigInt(account.balance) }),
    })),
  }
}
