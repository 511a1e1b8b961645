import type { Abi, AbiEvent, AbiParameter, Address, Hex } from 'viem'
import {
  decodeErrorResult,
  decodeEventLog,
  encodeFunctionData,
  keccak256,
  toEventSelector,
  toFunctionSelector,
  toHex,
} from 'viem/utils'
import { encodeWords } from './encode-words.ts'

/** The interface of a contract. The deployment defines its address. */
export interface Contract<Interface extends Abi = Abi> {
  readonly name: string
  readonly abi: Interface
  /** Other parties use this contract too, so most of its logs are not about us. */
  readonly isShared?: boolean
}

export type ContractAddresses = Readonly<Record<string, Address>>

/** The on-chain number of a reference. */
export function referenceHash(reference: string): Hex {
  return keccak256(toHex(reference))
}

/** A decoded event of one of our contracts. Numbers that may be large are decimal strings. */
export interface ChainLog {
  contract: string
  address: Address
  eventName: string
  args: Record<string, unknown>
  logIndex: number
  transactionHash: Hex
  blockNumber: number
  blockHash: Hex
}

/** A log as nodes return it. */
export interface RawLog {
  address: Address
  topics: [Hex, ...Hex[]]
  data: Hex
  logIndex: Hex
  transactionHash: Hex
  blockNumber: Hex
  blockHash: Hex
  removed?: boolean
}

/** Our deployed contracts: their addresses and the decoding of their logs and errors. */
export class ContractRegistry {
  readonly addresses: ContractAddresses
  readonly #contracts: readonly Contract[]
  readonly #byAddress: Map<string, Contract>
  /**
   * Events by contract and first topic. Computing the topics of a whole interface for each log costs more
   * than decoding it.
   */
  readonly #events = new Map<Contract, Map<string, AbiEvent>>()

  constructor(contracts: readonly Contract[], addresses: ContractAddresses) {
    this.addresses = addresses
    this.#contracts = contracts.filter(({ name }) => addresses[name])
    this.#byAddress = new Map(this.#contracts.map((one) => [addresses[one.name]!.toLowerCase(), one]))
  }

  /** Contracts whose logs are all about us. */
  get ownAddresses(): Address[] {
    return this.#contracts.filter(({ isShared }) => !isShared).map(({ name }) => this.addresses[name]!)
  }

  find(name: string): { contract: Contract; address: Address } | undefined {
    const contract = this.#contracts.find((one) => one.name === name)
    return contract && { contract, address: this.addresses[name]! }
  }

  /** Returns undefined for logs of other contracts and for unknown events. */
  decodeLog(log: RawLog): ChainLog | undefined {
    const contract = this.#byAddress.get(log.address.toLowerCase())
    const event = contract && this.#eventsOf(contract).get(log.topics[0])
    if (!event) return undefined
    try {
      const { eventName, args } = decodeEventLog({ abi: [event], topics: log.topics, data: log.data })
      return {
        contract: contract.name,
        address: this.addresses[contract.name]!,
        eventName,
        args: plainArguments(args as Record<string, unknown> | undefined),
        logIndex: Number(log.logIndex),
        transactionHash: log.transactionHash,
        blockNumber: Number(log.blockNumber),
        blockHash: log.blockHash,
      }
    } catch {
      return undefined
    }
  }

  #eventsOf(contract: Contract): Map<string, AbiEvent> {
    let events = this.#events.get(contract)
    if (!events) {
      const all = contract.abi.filter((entry) => entry.type === 'event')
      events = new Map(all.map((event) => [toEventSelector(event), event]))
      this.#events.set(contract, events)
    }
    return events
  }

  /** Returns the name of the error that a call reverted with; any of our contracts may have raised it. */
  describeRevert(data: Hex | undefined): string {
    if (!data || data === '0x') return 'Reverted'
    for (const { abi } of this.#contracts) {
      try {
        const { errorName, args } = decodeErrorResult({ abi, data })
        return args && args.length > 0 ? `${errorName}(${args.map(String).join(', ')})` : errorName
      } catch {
        // The error is not part of this contract.
      }
    }
    return `Reverted(${data.slice(0, 10)})`
  }
}

function plainArguments(args: Record<string, unknown> | undefined): Record<string, unknown> {
  const plain = (value: unknown): unknown =>
    typeof value === 'bigint' ? value.toString() : Array.isArray(value) ? value.map(plain) : value
  return Object.fromEntries(Object.entries(args ?? {}).map(([name, value]) => [name, plain(value)]))
}

/** Returns true if the call data calls one of these functions of the contract. */
export function callsOneOf(contract: Contract, functionNames: readonly string[], callData: Hex): boolean {
  return contract.abi.some(
    (entry) =>
      entry.type === 'function' &&
      functionNames.includes(entry.name) &&
      toFunctionSelector(entry) === callData.slice(0, 10),
  )
}

export function encodeCall(contract: Contract, functionName: string, args: readonly unknown[]): Hex {
  const known = findFunction(contract, functionName)
  const words = known && encodeWords(known.inputs, args)
  if (words) return `${known.selector}${words.slice(2)}` as Hex
  return encodeFunctionData({ abi: contract.abi, functionName, args: args as unknown[] })
}

interface KnownFunction {
  selector: Hex
  inputs: readonly AbiParameter[]
}

const functions = new WeakMap<Abi, Map<string, KnownFunction | undefined>>()

/** Undefined for an overloaded name: the arguments select the function. */
function findFunction({ abi }: Contract, name: string): KnownFunction | undefined {
  const known = functions.get(abi) ?? new Map<string, KnownFunction | undefined>()
  functions.set(abi, known)
  if (!known.has(name)) {
    const [one, ...others] = abi.filter((entry) => entry.type === 'function' && entry.name === name)
    const isOnly = one?.type === 'function' && others.length === 0
    known.set(name, isOnly ? { selector: toFunctionSelector(one), inputs: one.inputs } : undefined)
  }
  return known.get(name)
}
