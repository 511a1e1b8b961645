import { newToken } from '../../platform/ids.ts'
import { cidOf } from '../../platform/ipfs/cid.ts'
import { viewUrl } from './public/certificate.ts'

interface TokenMetadataInput {
  number: string
  studentName: string
  courseTitle: string
  issuedAt: Date
}

/**
 * The document that the token names: what wallets show of it. On the chain there is only its hash, and the salt makes
 * that a hash of something nobody can guess: when the document is taken back, no name can be tried against it.
 */
export function buildTokenMetadata(
  { number, studentName, courseTitle, issuedAt }: TokenMetadataInput,
  publicUrl: string,
): { cid: string; content: string } {
  const url = viewUrl(publicUrl, number)
  const content = JSON.stringify({
    name: `${courseTitle} (certificate ${number})`,
    description: `${studentName} has completed the course “${courseTitle}”.`,
    image: `${url}.png`,
    external_url: url,
    attributes: [
      { trait_type: 'Student', value: studentName },
      { trait_type: 'Course', value: courseTitle },
      { trait_type: 'Number', value: number },
      { trait_type: 'Issued', display_type: 'date', value: Math.floor(issuedAt.getTime() / 1000) },
    ],
    salt: newToken(),
  })
  return { cid: cidOf(content), content }
}
