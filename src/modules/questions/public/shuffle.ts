import { createHash } from 'node:crypto'

const STEPS_PER_DIGEST = 8

/**
 * A permutation of 0 to `count` - 1: position in the shuffled list → index in the original list. It depends on the seed
 * and the name only.
 */
export function shuffledOrder(count: number, seed: string, name: string): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  let digest: Buffer = Buffer.alloc(0)
  for (let last = count - 1; last > 0; last--) {
    const step = last - 1
    // Each step takes four bytes of a digest of 32 bytes. Long lists need further digests.
    if (digest.length === 0 || step % STEPS_PER_DIGEST === STEPS_PER_DIGEST - 1)
      digest = digestOf(seed, name, Math.floor(step / STEPS_PER_DIGEST))
    const other = digest.readUInt32BE(4 * (step % STEPS_PER_DIGEST)) % (last + 1)
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}

function digestOf(seed: string, name: string, block: number): Buffer {
  const suffix = block === 0 ? '' : `\n${block}`
  return createHash('sha256').update(`${seed}\n${name}${suffix}`).digest()
}

/** The inverse permutation: index in the original list → position in the shuffled list. */
export function invertOrder(order: number[]): number[] {
  const inverse = new Array<number>(order.length)
  for (const [position, index] of order.entries()) inverse[index] = position
  return inverse
}
