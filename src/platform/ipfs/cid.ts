import { createHash } from 'node:crypto'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { create } from 'multiformats/hashes/digest'

const SHA2_256 = 0x12

/**
 * The content identifier of a document: version 1, raw bytes, sha2-256. Any IPFS node computes the same for a
 * single block.
 */
export function cidOf(content: string): string {
  const digest = create(SHA2_256, createHash('sha256').update(content).digest())
  return CID.createV1(raw.code, digest).toString()
}
