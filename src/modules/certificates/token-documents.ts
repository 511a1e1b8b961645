import { newToken } from '../../platform/ids.ts'
import { cidOf } from '../../platform/ipfs/cid.ts'
import { storeDocument } from '../../platform/ipfs/documents.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import {
  type Certificate,
  type CertificateId,
  describeHours,
  describeProject,
  documentOwnerKey,
  viewUrl,
} from './public/certificate.ts'
import { buildTokenImage } from './token-image.ts'

type TokenMetadataInput = Pick<
  Certificate,
  'number' | 'courseTitle' | 'courseMinutes' | 'verified' | 'project' | 'issuedAt'
> & { studentName: string }

export interface TokenDocuments {
  metadata: { cid: string; content: string }
  image: { cid: string; content: string }
}

export function buildTokenDocuments(certificate: TokenMetadataInput, publicUrl: string): TokenDocuments {
  const image = buildTokenImage(certificate.courseTitle)
  return { image, metadata: buildTokenMetadata(certificate, { publicUrl, imageCid: image.cid }) }
}

/** Stores both documents. Only the metadata names the student, so only it belongs to the certificate and is deleted. */
export async function storeTokenDocuments(
  tx: Tx,
  { metadata, image }: TokenDocuments,
  { certificateId, now }: { certificateId: CertificateId; now: Date },
): Promise<void> {
  await storeDocument(tx, { ...image, subject: 'certificate-image' }, now)
  await storeDocument(tx, { ...metadata, subject: documentOwnerKey(certificateId) }, now)
}

/**
 * Builds the token metadata that wallets show. The chain stores only the hash of the document. The salt prevents testing
 * names against that hash after the document was deleted.
 */
function buildTokenMetadata(
  { number, studentName, courseTitle, courseMinutes, verified, project, issuedAt }: TokenMetadataInput,
  { publicUrl, imageCid }: { publicUrl: string; imageCid: string },
): { cid: string; content: string } {
  const url = viewUrl(publicUrl, number)
  const hours = describeHours(courseMinutes)
  const content = JSON.stringify({
    name: `${courseTitle} (certificate ${number})`,
    description: `${studentName} has completed the course “${courseTitle}”${verified ? ' and passed its test' : ''}.`,
    image: `ipfs://${imageCid}`,
    external_url: url,
    attributes: [
      { trait_type: 'Student', value: studentName },
      { trait_type: 'Course', value: courseTitle },
      { trait_type: 'Number', value: number },
      { trait_type: 'Issued', display_type: 'date', value: Math.floor(issuedAt.getTime() / 1000) },
      ...(hours ? [{ trait_type: 'Estimated study time', value: hours }] : []),
      ...(verified
        ? [
            { trait_type: 'Test score', value: `${verified.score} %` },
            { trait_type: 'Skills', value: verified.skills.join(', ') },
          ]
        : []),
      ...(project ? [{ trait_type: 'Project', value: describeProject(project) }] : []),
    ],
    salt: newToken(),
  })
  return { cid: cidOf(content), content }
}
