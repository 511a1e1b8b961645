import { OWL } from '../../../platform/brand/brand.ts'
import { type PassIssuer, packWalletPass } from '../../../platform/wallet-pass/wallet-pass.ts'
import { describeHours, describeProject, formatDate, viewUrl } from '../public/certificate.ts'
import type { NamedCertificate } from './stored-files.ts'

/** The width of the icon in pixels, for displays of three densities. */
const ICON_SIZES = { 'icon.png': 29, 'icon@2x.png': 58, 'icon@3x.png': 87 }
/** The violet of the printed certificate, whatever the accent of the site is: white must be readable on it. */
const COLOURS = {
  backgroundColor: 'rgb(90, 63, 224)',
  foregroundColor: 'rgb(255, 255, 255)',
  labelColor: 'rgb(226, 220, 255)',
}

interface Origin {
  publicUrl: string
  siteName: string
  at: Date
}

/**
 * A certificate as a pass for Apple Wallet. The pass of a revoked certificate is void, and replaces an older one of the same
 * certificate on the device.
 */
export async function makeWalletPass(
  certificate: NamedCertificate,
  issuer: PassIssuer,
  { publicUrl, siteName, at }: Origin,
): Promise<Uint8Array> {
  const { number, courseTitle } = certificate
  const pass = {
    serialNumber: number,
    organizationName: siteName,
    description: `Certificate of ${siteName}: ${courseTitle}`,
    logoText: siteName,
    ...COLOURS,
    ...(certificate.status === 'REVOKED' ? { voided: true } : {}),
    sharingProhibited: false,
    generic: fieldsOf(certificate, publicUrl),
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: viewUrl(publicUrl, number),
        messageEncoding: 'iso-8859-1',
        altText: number,
      },
    ],
  }
  return packWalletPass(pass, await drawIcons(), issuer, at)
}

function fieldsOf(certificate: NamedCertificate, publicUrl: string): object {
  const { number, studentName, courseTitle, courseMinutes, verified, project, issuedAt, status } = certificate
  const isRevoked = status === 'REVOKED'
  return {
    primaryFields: [field('course', isRevoked ? 'REVOKED' : 'CERTIFICATE', courseTitle)],
    secondaryFields: [
      field('name', 'NAME', studentName),
      {
        ...field('issued', 'ISSUED', issuedAt.toISOString()),
        dateStyle: 'PKDateStyleMedium',
        ignoresTimeZone: true,
      },
    ],
    auxiliaryFields: [
      field('test', 'COURSE TEST', verified && `${verified.score} %`),
      field('time', 'STUDY TIME', describeHours(courseMinutes)),
    ].filter(hasValue),
    backFields: [
      field('number', 'Number', number),
      field('page', 'Check this certificate', viewUrl(publicUrl, number)),
      field('passed', 'Course test passed', verified && formatDate(new Date(verified.passedAt))),
      field('skills', 'Skills', verified?.skills.join(', ')),
      field('project', 'Project', project && describeProject(project)),
      field(
        'state',
        'State',
        isRevoked
          ? 'Revoked. The certificate is not valid.'
          : 'The page above shows whether it is still valid.',
      ),
    ].filter(hasValue),
  }
}

const field = (key: string, label: string, value: string | null | undefined) => ({ key, label, value })
const hasValue = ({ value }: { value: string | null | undefined }) => Boolean(value)

async function drawIcons(): Promise<{ name: string; bytes: Uint8Array }[]> {
  const { renderAsync } = await import('@resvg/resvg-js')
  return Promise.all(
    Object.entries(ICON_SIZES).map(async ([name, width]) => {
      const picture = await renderAsync(OWL, { fitTo: { mode: 'width', value: width } })
      return { name, bytes: picture.asPng() as Uint8Array }
    }),
  )
}
