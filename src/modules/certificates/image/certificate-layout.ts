import { fitsOneLine, fitText } from '../../../platform/fonts/fit-text.ts'
import type { Face } from '../../../platform/fonts/packaged-fonts.ts'
import { qrPath } from '../../../platform/svg/qr-path.ts'
import { truncateText } from '../../../platform/truncate-text.ts'
import { type Certificate, describeHours, describeProject, formatDate } from '../public/certificate.ts'
import { LOGO_PATH, PAGE_SIZE } from './dimensions.ts'

/** A drawing instruction for the PNG and the PDF renderer. Coordinates are points from the upper left corner. */
export type DrawCommand =
  | { kind: 'box'; x: number; y: number; width: number; height: number; fill?: string; line?: string }
  | { kind: 'shape'; path: string; x: number; y: number; scale: number; fill: string }
  | {
      kind: 'text'
      text: string
      x: number
      /** The baseline. */
      y: number
      size: number
      face: Face
      fill: string
      anchor?: 'middle' | 'end'
      /** Drawn rotated and half transparent. */
      isStamp?: boolean
    }

export type TextCommand = DrawCommand & { kind: 'text' }
export type ShapeCommand = DrawCommand & { kind: 'shape' }

const CENTER = PAGE_SIZE.width / 2
const TEXT_WIDTH = 660
/** Between the certificate number and the QR code. */
const ISSUER_WIDTH = 300

/** The size of the first line of what the certificate proves; the others are smaller. */
const FIRST_PROOF_SIZE = 13
/** Characters by which a title is shortened until it fits. */
const SHORTENED_BY = 5

const INK = '#1d2b28'
const QUIET = '#5d6b67'
const GREEN = '#14463d'
const GOLD = '#a9822f'
const PAPER = '#fdfbf5'
const RED = '#a61b1b'

export interface CertificateContent
  extends Pick<
    Certificate,
    'number' | 'courseTitle' | 'courseMinutes' | 'verified' | 'project' | 'issuedAt'
  > {
  studentName: string
  /** The issuer. Files that are drawn keep the name that the site had. */
  siteName: string
  url: string
  isRevoked: boolean
}

/** The texts of people, in any script. */
export function drawnTexts(certificate: CertificateContent): string[] {
  const { studentName, courseTitle, siteName, verified, project } = certificate
  return [
    studentName,
    courseTitle,
    siteName,
    ...(verified?.skills ?? []),
    ...(project ? [project.title] : []),
  ]
}

/** The fonts of `drawnTexts` must be loaded. */
export function layoutCertificate(certificate: CertificateContent): DrawCommand[] {
  return [
    ...frame(),
    line(certificate.verified ? 'VERIFIED CERTIFICATE' : 'CERTIFICATE OF COMPLETION', {
      y: 116,
      size: 25,
      face: 'serifBold',
      fill: GREEN,
    }),
    { kind: 'box', x: CENTER - 60, y: 133, width: 120, height: 2, fill: GOLD },
    line('This certifies that', { y: 178, size: 14, face: 'sans', fill: QUIET }),
    ...fitted(certificate.studentName, { y: 236, size: 44, face: 'serifBold', fill: INK }),
    line('has completed the course', { y: 298, size: 14, face: 'sans', fill: QUIET }),
    ...fitted(certificate.courseTitle, { y: 346, size: 29, face: 'serif', fill: GREEN }),
    ...proofLines(certificate),
    ...seal(),
    ...foot(certificate),
    ...(certificate.isRevoked ? [stamp()] : []),
  ]
}

/** What the certificate proves, in at most three lines between the course and the seal. */
function proofLines({ verified, project, courseMinutes }: CertificateContent): DrawCommand[] {
  const texts = [
    verified && `and passed its test on ${formatDate(new Date(verified.passedAt))} with ${verified.score} %`,
    describeWork({ project, courseMinutes }),
    verified?.skills.join(' · '),
  ].filter((text) => text)
  return texts.flatMap((text, index) =>
    oneLine(text!, { y: 378 + 18 * index, size: index === 0 ? FIRST_PROOF_SIZE : 11 }),
  )
}

/** The project and the study time. A long title is shortened, so that the line is not cut off before the numbers. */
function describeWork({
  project,
  courseMinutes,
}: Pick<CertificateContent, 'project' | 'courseMinutes'>): string {
  const hours = describeHours(courseMinutes)
  const textWith = (title: string) =>
    [
      ...(project ? [`Project: ${describeProject({ ...project, title })}`] : []),
      ...(hours ? [`Estimated study time: ${hours}`] : []),
    ].join(' · ')
  const fits = (text: string) =>
    fitsOneLine(text, { face: 'sans', size: FIRST_PROOF_SIZE, maxWidth: TEXT_WIDTH })
  const title = project?.title ?? ''
  let limit = [...title].length
  while (limit > SHORTENED_BY && !fits(textWith(truncateText(title, limit)))) limit -= SHORTENED_BY
  return textWith(truncateText(title, limit))
}

/** A text that is too wide even in small letters is cut off: it is repeated in full on the page and in the credential. */
function oneLine(text: string, { y, size }: { y: number; size: number }): DrawCommand[] {
  return fitted(text, { y, size, face: 'sans', fill: QUIET }).slice(0, 1)
}

function frame(): DrawCommand[] {
  return [
    { kind: 'box', x: 0, y: 0, width: PAGE_SIZE.width, height: PAGE_SIZE.height, fill: PAPER },
    { kind: 'box', x: 22, y: 22, width: PAGE_SIZE.width - 44, height: PAGE_SIZE.height - 44, line: GREEN },
    { kind: 'box', x: 28, y: 28, width: PAGE_SIZE.width - 56, height: PAGE_SIZE.height - 56, line: GOLD },
    ...[
      [22, 22],
      [PAGE_SIZE.width - 34, 22],
      [22, PAGE_SIZE.height - 34],
      [PAGE_SIZE.width - 34, PAGE_SIZE.height - 34],
    ].map(([x, y]): DrawCommand => ({ kind: 'box', x: x!, y: y!, width: 12, height: 12, fill: GREEN })),
  ]
}

interface Line {
  y: number
  size: number
  face: Face
  fill: string
}

function line(text: string, given: Line): DrawCommand {
  return { kind: 'text', text, x: CENTER, anchor: 'middle', ...given }
}

/** One line at `y`, or two lines centred on it. */
function fitted(
  text: string,
  { maxWidth = TEXT_WIDTH, ...given }: Line & { maxWidth?: number },
): DrawCommand[] {
  const { lines, size } = fitText(text, { ...given, maxWidth })
  const spacing = size * 1.3
  const first = given.y - (lines.length - 1) * spacing * 0.5 - (given.size - size) * 0.3
  return lines.map((part, index) => line(part, { ...given, size, y: first + index * spacing }))
}

/** The logo in a ring. */
function seal(): DrawCommand[] {
  const ring = 'M0 -34A34 34 0 1 1 0 34A34 34 0 1 1 0 -34ZM0 -30A30 30 0 1 0 0 30A30 30 0 1 0 0 -30Z'
  return [ring, LOGO_PATH].map((path, index) => ({
    kind: 'shape',
    path,
    x: CENTER,
    y: 466,
    scale: 1,
    fill: index === 0 ? GOLD : GREEN,
  }))
}

function foot({ number, issuedAt, url, siteName }: CertificateContent): DrawCommand[] {
  const left = 70
  const qr = qrPath(url)
  const qrWidth = 84
  const qrLeft = PAGE_SIZE.width - 70 - qrWidth
  const text = (
    content: string,
    x: number,
    y: number,
    more: Partial<Line> & { anchor?: 'end' | 'middle' },
  ): DrawCommand => ({
    kind: 'text',
    text: content,
    x,
    y,
    size: 10,
    face: 'sans',
    fill: QUIET,
    ...more,
  })
  return [
    text('Issued', left, 440, {}),
    text(formatDate(issuedAt), left, 456, { size: 13, fill: INK }),
    text('Certificate number', left, 486, {}),
    text(number, left, 502, { size: 13, face: 'sansBold', fill: INK }),
    { kind: 'shape', path: qr.path, x: qrLeft, y: 420, scale: qrWidth / qr.size, fill: INK },
    text('Scan to verify', qrLeft + qrWidth, 520, { anchor: 'end' }),
    ...fitted(siteName, { y: 520, size: 13, face: 'serifBold', fill: GREEN, maxWidth: ISSUER_WIDTH }),
    text(url.replace(/^https?:\/\//, ''), CENTER, 548, { anchor: 'middle', size: 9 }),
  ]
}

function stamp(): DrawCommand {
  return {
    ...(line('REVOKED', { y: 330, size: 120, face: 'sansBold', fill: RED }) as DrawCommand & {
      kind: 'text'
    }),
    isStamp: true,
  }
}
