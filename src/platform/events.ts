import type { Id } from './ids.ts'
import { newId } from './ids.ts'

/** Something that happened, told upwards: named in the past tense, `module.thing_happened`. */
export interface Fact<Data = unknown> {
  id: Id<'Fact'>
  name: string
  data: Data
}

export interface FactDeclaration<Data> {
  (data: Data): Fact<Data>
  readonly factName: string
}

export function defineFact<Data extends object>(factName: `${string}.${string}`): FactDeclaration<Data> {
  return Object.assign((data: Data): Fact<Data> => ({ id: newId(), name: factName, data }), { factName })
}
